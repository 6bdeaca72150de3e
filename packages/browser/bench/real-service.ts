import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '@coinslot/tooling/free-ports'
import { ROOT } from '../build/bundle.ts'

const COMMAND = join(ROOT, '..', 'service', 'bin', 'coinslot-service.js')
const run = promisify(execFile)

export interface RealService {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

/** The service in its sandbox mode on its embedded database, with one merchant whose pages stand at `origin`. */
export const startRealService = async (origin: string): Promise<RealService> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coinslot-bench-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    COINSLOT_DATA_DIR: dataDir,
    COINSLOT_PORT: String(port),
    COINSLOT_HOST: 'localhost',
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
    clientId: client.client_id,
    clientSecret: client.client_secret,
    stop: async () => {
      child.kill('SIGTERM')
      await over
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
