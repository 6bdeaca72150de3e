import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '@coinslot/tooling/free-ports'
import { askService } from './ask-service.ts'
import { ROOT, RunningProcess } from './running-process.ts'

const SERVICE = join(ROOT, 'packages', 'service', 'bin', 'coinslot-service.js')

export interface Credentials {
  readonly client_id: string
  readonly client_secret: string
  readonly merchant_id: string
}

export interface StackOptions {
  /** Further variables of the service: a Postgres, say. */
  readonly serviceEnv?: Record<string, string>
}

/** The service and the shop on free ports with data of their own, each a process that a test can stop and start. */
export class Stack {
  readonly dataDir: string
  readonly shopUrl: string
  readonly #serviceData: string
  readonly #env: Record<string, string>
  readonly #shopPort: number
  service!: RunningProcess
  shop!: RunningProcess
  serviceUrl!: string
  credentials!: Credentials

  private constructor(dataDir: string, servicePort: number, shopPort: number, options: StackOptions) {
    this.dataDir = dataDir
    this.shopUrl = `http://localhost:${shopPort}`
    this.#shopPort = shopPort
    this.#serviceData = join(dataDir, 'service')
    this.#env = {
      COINSLOT_PORT: String(servicePort),
      COINSLOT_DATA_DIR: this.#serviceData,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...options.serviceEnv,
    }
  }

  static async start(options: StackOptions = {}): Promise<Stack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'coinslot-e2e-'))
    const [servicePort = 0, shopPort = 0] = await freePorts(2)
    const stack = new Stack(dataDir, servicePort, shopPort, options)
    try {
      await stack.startService()
      const { shopUrl } = stack
      stack.credentials = await stack.createClient(['--origin', shopUrl, '--return-url', `${shopUrl}/return`])
      await stack.startShop()
    } catch (error) {
      await stack.stop()
      throw error
    }
    return stack
  }

  async startService(): Promise<void> {
    this.service = new RunningProcess(['node', SERVICE, 'serve'], this.#env)
    this.serviceUrl = (await this.service.says(/listens on (\S+)/))[1] ?? ''
  }

  async startShop(): Promise<void> {
    const main = join(ROOT, 'demo', 'server', 'main.ts')
    this.shop = new RunningProcess(['node', '--conditions=@coinslot/source', main], {
      COINSLOT_DEMO_PORT: String(this.#shopPort),
      COINSLOT_DEMO_DATA: join(this.dataDir, 'shop'),
      COINSLOT_DEMO_SERVICE_URL: this.serviceUrl,
      COINSLOT_CLIENT_ID: this.credentials.client_id,
      COINSLOT_CLIENT_SECRET: this.credentials.client_secret,
    })
    await this.shop.says(/listens on/)
  }

  /** What a command of the service answers. */
  async #command(...command: readonly string[]): Promise<string> {
    const words = [...command, '--json']
    if (this.#env['COINSLOT_DATABASE_URL'] === undefined) return askService(this.#serviceData, words)
    const env = { ...process.env, ...this.#env }
    return (await promisify(execFile)(process.execPath, [SERVICE, ...words], { cwd: ROOT, env })).stdout
  }

  /** Another client, of a merchant of its own, by the command line. */
  async createClient(args: readonly string[]): Promise<Credentials> {
    return JSON.parse(await this.#command('clients', 'create', '--merchant', 'Test merchant', ...args))
  }

  /** Takes identity checks from a merchant. */
  async withoutCompliance({ merchant_id: id }: Credentials): Promise<void> {
    await this.#command('merchants', 'update', id, '--no-compliance')
  }

  /** A link that signs in to the dashboard, once. @param args whose; default the shop's merchant's */
  async dashboardLink(args = ['--merchant', this.credentials.merchant_id]): Promise<string> {
    const { url }: { url: string } = JSON.parse(await this.#command('dashboard', ...args))
    return url
  }

  /** What the shop has written down of verified webhooks. */
  async ledger(): Promise<{ eventId: string; intentId: string | null; kind: string; coins: number }[]> {
    const text = await readFile(join(this.dataDir, 'shop', 'ledger.jsonl'), 'utf8')
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }

  /** Ends what has been started of it. */
  async stop(): Promise<void> {
    for (const program of [this.shop, this.service]) await program?.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
