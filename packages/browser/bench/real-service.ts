import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { SlowNetwork } from '@coinslot/tooling/bench'
import { freePort } from '@coinslot/tooling/free-ports'
import { ROOT } from '../build/bundle.ts'

const COMMAND = join(ROOT, '..', 'service', 'bin', 'coinslot-service.js')
const run = promisify(execFile)

/** Another site than the merchant's `localhost`, as it is in life: browsers give its frames processes and caches of their own. */
const HOST = '127.0.0.1'

export interface RealService {
  /** Behind the slow network, for browsers. */
  readonly url: string
  /** For the merchant's backend, which stands as near as backends do. */
  readonly directUrl: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

/** The service in its sandbox mode on its embedded database, with one merchant whose pages stand at `origin`. */
export const startRealService = async (origin: string, network: SlowNetwork): Promise<RealService> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coinslot-bench-'))
  const port = await freePort()
  const url = `http://${HOST}:${await network.leadTo(port, HOST)}`
  const env = {
    ...process.env,
    COINSLOT_DATA_DIR: dataDir,
    COINSLOT_PORT: String(port),
    COINSLOT_HOST: HOST,
    COINSLOT_BASE_URL: url,
    COINSLOT_MODE: 'sandbox',
    COINSLOT_LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const over = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.includes('listens on') && resolve())
    void over.then(() => reject(new Error('the service ended')))
  })
  const args = [COMMAND, 'clients', 'create', '--merchant', 'Bench', '--origin', origin, '--json']
  const { stdout } = await run(process.execPath, args, { env })
  const client: { client_id: string; client_secret: string } = JSON.parse(stdout)
  return {
    url,
    directUrl: `http://${HOST}:${port}`,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    stop: async () => {
      child.kill('SIGTERM')
      await over
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
