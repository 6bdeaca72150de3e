import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { here, root } from '../steps/workspace.ts'

const STOP_DEADLINE_MS = 11_000
/** As a URL: the path of a clone may hold what means something else in one, such as `#`. */
const DIE_WITH_PARENT = pathToFileURL(here('packages/tooling/src/servers/die-with-parent.js')).href

/** A server that this process started, and ends. */
export interface ServerProcess {
  readonly name: string
  /** The URL of its line `… listens on URL`; null when it has ended before it wrote one. */
  readonly listening: Promise<string | null>
  /** Its exit code, once it has ended by itself or was stopped. */
  readonly ended: Promise<number>
  /** Asks it to end, and makes it end where it does not. */
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly name: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Where its standard output goes; its standard error is shown. */
  readonly logFile: string
}

/** Starts a server on the workspace's Node. It ends with this process, however that ends. @throws where its log cannot be opened */
export const startServer = ({ name, args, env, logFile }: ServerOptions): ServerProcess => {
  const log = createWriteStream(logFile, { fd: openSync(logFile, 'a', 0o600) })
  const child = spawn(process.execPath, ['--import', DIE_WITH_PARENT, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (stdout === null) throw new Error(`the ${name} has no output`)
  stdout.pipe(log)
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
  const listening = Promise.race([announcedUrl(stdout), ended.then(() => null)])
  return { name, listening, ended, stop: () => stop(child, ended) }
}

const announcedUrl = (output: Readable): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const url = /listens on (\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })

const stop = async (child: ChildProcess, ended: Promise<number>): Promise<void> => {
  child.kill('SIGTERM')
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
  await ended
  clearTimeout(deadline)
}
