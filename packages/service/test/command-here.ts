import { runCli } from '../src/cli/run-cli.ts'
import { environment, type Finished } from './process.ts'
import { withoutListeners } from './without-listeners.ts'

/** What a command listens to until its process ends. */
const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'exit'] as const

/** What is written to a stream from now on, until it is given back. */
const capture = (stream: NodeJS.WriteStream) => {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array, written?: unknown) => {
    text += String(chunk)
    if (typeof written === 'function') written()
    return true
  }
  return {
    end: () => {
      stream.write = write
      return text
    },
  }
}

/**
 * Runs a command of `coinslot-service` in this process, for tests to which a process of its own is not the point: that takes
 * a second of processor time. One at a time.
 */
export const runCommandHere = (words: readonly string[], given: Readonly<Record<string, string>>): Promise<Finished> =>
  withoutListeners(EVENTS, async () => {
    const { env } = process
    const [out, err] = [capture(process.stdout), capture(process.stderr)]
    process.env = environment(given)
    try {
      const code = await runCli(words)
      return { code, out: out.end(), err: err.end() }
    } finally {
      process.env = env
      out.end()
      err.end()
    }
  })
