import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '../../../service/bin/node-flags.js'
import { isServed, runInService } from '../../../service/src/cli/control-client.ts'
import { makePrivateFolder } from '../../../service/src/db/private-folder.ts'
import { claimPorts } from '../../../../demo/start/ports.ts'
import { browserBuilds, refresh } from '../steps/fresh.ts'
import { ensureMerchant, type Merchant } from '../../../../demo/start/merchant.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'
import { outputLost } from '../servers/output-lost.ts'
import { stopRequested } from '../servers/stop-requested.ts'
import { here, root } from '../steps/workspace.ts'

const dataDir = resolve(root, process.env['COINSLOT_DATA_DIR'] || '.coinslot')
const env = {
  ...process.env,
  COINSLOT_DATA_DIR: dataDir,
  COINSLOT_MODE: 'sandbox',
  COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
}
const SERVICE = here('packages/service/bin/coinslot-service.js')
const RUNS_ALREADY = `one runs already on the data in ${dataDir}: stop that one first (Ctrl-C in its terminal), or set COINSLOT_DATA_DIR, COINSLOT_PORT and COINSLOT_DEMO_PORT to start another beside it`
const servers: ServerProcess[] = []

const startService = (): ServerProcess =>
  startServer({
    name: 'service',
    args: ['--conditions=@coinslot/source', ...NODE_FLAGS, SERVICE, 'serve'],
    env,
    logFile: join(dataDir, 'service.log'),
  })

const merchantOf = (serviceUrl: string, shopUrl: string): Promise<Merchant> =>
  ensureMerchant({
    file: join(dataDir, 'demo', 'merchant.json'),
    serviceProgram: SERVICE,
    shopUrl,
    serviceUrl,
    env,
  })

const startShop = (serviceUrl: string, { client_id, client_secret }: Merchant): ServerProcess =>
  startServer({
    name: 'shop',
    args: ['--conditions=@coinslot/source', here('demo/server/main.ts')],
    env: {
      ...process.env,
      COINSLOT_DEMO_DATA: join(dataDir, 'demo'),
      COINSLOT_DEMO_SERVICE_URL: serviceUrl,
      COINSLOT_CLIENT_ID: client_id,
      COINSLOT_CLIENT_SECRET: client_secret,
    },
    logFile: join(dataDir, 'shop.log'),
  })

/** A link that signs in to the dashboard as the shop's merchant, once. */
const dashboardLink = async ({ merchant_id }: Merchant): Promise<string> => {
  const words = ['dashboard', '--merchant', merchant_id, '--json']
  const { url }: { url: string } = JSON.parse((await askService(words)) ?? (await runProgram(words)))
  return url
}

/** What the service answers a command; null where it takes none, as on a Postgres server. */
const askService = async (words: readonly string[]): Promise<string | null> => {
  const lines: string[] = []
  const answer = await runInService(
    dataDir,
    { words: [...words] },
    (line) => void lines.push(line),
    new AbortController().signal,
  )
  if (answer !== null && answer.exit !== 0) throw new Error(answer.message ?? `${words.join(' ')} has failed`)
  return answer && lines.join('\n')
}

const runProgram = async (words: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, SERVICE, ...words], { cwd: root, env })
  return stdout
}

interface Ending {
  readonly code: number
  /** Null where the server, or the build, has said it. */
  readonly news: string | null
}

const SAID_ALREADY: Ending = { code: 1, news: null }

/** Before the first log is in it: the service closes an empty folder, and none with files of somebody else's. */
const openDataFolder = (): void => {
  try {
    makePrivateFolder(dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new Error(`${error.message}: set COINSLOT_DATA_DIR to a folder that you may write to`, { cause: error })
  }
}

/** Brings both up. @returns how it ends when one of them cannot start, or ends by itself */
const serve = async (): Promise<Ending> => {
  if (await isServed(dataDir)) throw new Error(RUNS_ALREADY)
  const shopUrl = `http://localhost:${await claimPorts(process.env)}`
  if ((await refresh(browserBuilds())) !== null) return SAID_ALREADY
  openDataFolder()
  const service = startService()
  servers.push(service)
  const serviceUrl = await service.listening
  if (serviceUrl === null) return SAID_ALREADY
  const merchant = await merchantOf(serviceUrl, shopUrl)
  const shop = startShop(serviceUrl, merchant)
  servers.push(shop)
  if ((await shop.listening) === null) return SAID_ALREADY
  console.log(`
  Coinslot is up. Buy something:

    Shop       ${shopUrl}      pay with 4111 1111 1111 1111
    Service    ${serviceUrl}/docs
    Dashboard  ${await dashboardLink(merchant)}

  The dashboard's link works once, within 5 minutes; \`npm run service -- dashboard\` prints another.
  Data and logs are in ${dataDir}. Ctrl-C ends both.
`)
  const first = await Promise.race(servers.map(({ name, ended }) => ended.then((code) => ({ name, code }))))
  return { code: first.code, news: first.code === 0 ? null : `the ${first.name} has ended` }
}

const failure = (error: unknown): Ending => ({ code: 1, news: error instanceof Error ? error.message : String(error) })

// Ctrl-C reaches every process of the group, and a child may be gone before this one has heard of it.
const STOP_IS_HEARD_WITHIN_MS = 250

const stopped = stopRequested().then((): Ending => ({ code: 0, news: null }))
/** Nobody would learn where the shop is, and npm, which prints there as well, has died of it. */
const unheard = outputLost().then(({ message }): Ending => ({ code: 1, news: `nothing can be printed (${message})` }))
const ending = await Promise.race([stopped, unheard, serve().catch(failure)])
const { code, news } = await Promise.race([stopped, delay(STOP_IS_HEARD_WITHIN_MS, ending)])
if (news !== null) console.error(`coinslot: ${news}`)
await Promise.all(servers.map((server) => server.stop()))
process.exit(code)
