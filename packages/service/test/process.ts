import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../bin/coinslot-service.js', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The command's environment: nothing of ours but what is given. */
export const environment = (given: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('COINSLOT_'))),
  COINSLOT_PORT: '0',
  COINSLOT_LOG_LEVEL: 'error',
  COINSLOT_DRAIN_SECONDS: '0',
  ...given,
})

const start = (words: readonly string[], given: Record<string, string>, command = COMMAND): ChildProcess =>
  spawn(process.execPath, [command, ...words], { env: environment(given), stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs `coinslot-service` to its end. */
export const runCommand = async (words: readonly string[], given: Record<string, string>): Promise<Finished> => {
  const child = start(words, given)
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [out, err] = await output
  return { code, out, err }
}

export interface ServingProcess {
  readonly baseUrl: string
  /** What it has written to standard output so far, line by line. */
  readonly said: readonly string[]
  /** @returns the exit code; null when a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Halts it between two instructions, or lets it go on. */
  send(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Starts `coinslot-service serve` and waits until it listens. @param command another version's, if not this one's. */
export const startServing = async (given: Record<string, string>, command?: string): Promise<ServingProcess> => {
  const child = start(['serve'], given, command)
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const err = text(child.stderr)
  const closed = once(child, 'close') as Promise<[number | null]>
  const said: string[] = []
  const { stdout } = child
  const address = new Promise<string | null>((resolve) => {
    createInterface({ input: stdout })
      .on('line', (line) => {
        said.push(line)
        const named = /listens on (\S+)/.exec(line)?.[1]
        if (named !== undefined) resolve(named)
      })
      .on('close', () => resolve(null))
  })
  const baseUrl = await address
  if (baseUrl !== null) {
    return {
      baseUrl,
      said,
      end: async (signal) => {
        child.kill(signal)
        return (await closed)[0]
      },
      send: (signal) => void child.kill(signal),
    }
  }
  throw new Error(`The service did not start: ${await err}`)
}
