import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { noteForFailures } from '@coinslot/tooling/failures'

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

const running = new Set<ChildProcess>()

const start = (words: readonly string[], given: Record<string, string>, command = COMMAND): ChildProcess => {
  const child = spawn(process.execPath, [command, ...words], {
    env: environment(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child.once('exit', () => running.delete(child)))
  return child
}

/** Ends what a test has started and, because it failed or was passed over, not ended. */
export const killRunning = async (): Promise<void> => {
  await Promise.all([...running].map((child) => child.kill('SIGKILL') && once(child, 'exit')))
}

/** Runs `coinslot-service` to its end. */
export const runCommand = async (words: readonly string[], given: Record<string, string>): Promise<Finished> => {
  const child = start(words, given)
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [out, err] = await output
  return { code, out, err }
}

export interface StartedProcess {
  /** What it has written to standard output, line by line: the last thousand lines. */
  readonly said: readonly string[]
  /** @returns the exit code; null when a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGHUP' | 'SIGKILL'): Promise<number | null>
  /** Reads nothing more of what it writes, as `head` does. @returns the exit code, once it has ended. */
  leaveUnread(): Promise<number | null>
  /** Halts it between two instructions, or lets it go on. */
  send(signal: 'SIGSTOP' | 'SIGCONT'): void
}

export interface ServingProcess extends StartedProcess {
  readonly baseUrl: string
}

const LINES_KEPT = 1_000

/** The last lines of what a stream says. */
const tailOf = (stream: Readable, hear: (line: string) => void = () => undefined): string[] => {
  const lines: string[] = []
  createInterface({ input: stream }).on('line', (line) => {
    lines.push(line)
    if (lines.length > LINES_KEPT) lines.shift()
    hear(line)
  })
  return lines
}

export interface ServingOptions {
  /** Another version's command; default this one's. */
  readonly command?: string | undefined
  /** File to which everything that it says is added; default none. */
  readonly log?: string
}

/** Starts a command that goes on, and waits until it says that it does. @returns what it said of itself, too. */
export const startUntil = async (
  ready: RegExp,
  word: string,
  given: Record<string, string>,
  { command, log }: ServingOptions = {},
): Promise<StartedProcess & { readonly told: string }> => {
  const child = start([word], given, command)
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('no pipes')
  const closed = once(child, 'close') as Promise<[number | null]>
  if (log !== undefined) for (const stream of [stdout, stderr]) stream.pipe(createWriteStream(log, { flags: 'a' }))
  const err = tailOf(stderr)
  let said: readonly string[] = []
  const telling = new Promise<string>((resolve) => {
    said = tailOf(stdout, (line) => {
      const named = ready.exec(line)?.[1]
      if (named !== undefined) resolve(named)
    })
  })
  const told = await Promise.race([telling, closed.then(() => null)])
  if (told === null) throw new Error(`The service did not start: ${err.join('\n')}`)
  const forget = noteForFailures({ name: 'coinslot-service.log', text: () => [...said, ...err].join('\n') })
  const ended = async (): Promise<number | null> => {
    const [code] = await closed
    forget()
    return code
  }
  return {
    told,
    said,
    end: (signal) => {
      child.kill(signal)
      return ended()
    },
    leaveUnread: () => {
      stdout.destroy()
      return ended()
    },
    send: (signal) => void child.kill(signal),
  }
}

/** Starts `coinslot-service serve` and waits until it listens. */
export const startServing = async (
  given: Record<string, string>,
  options: ServingOptions = {},
): Promise<ServingProcess> => {
  const { told, ...started } = await startUntil(/listens on (\S+)/, 'serve', given, options)
  return { ...started, baseUrl: told }
}

/** Starts `coinslot-service listen` and waits until it shows events. */
export const startListening = (given: Record<string, string>): Promise<StartedProcess> =>
  startUntil(/^(Listening)$/, 'listen', given)
