import { readConfig } from '../config.ts'
import { serve } from './serve.ts'
import { UsageError } from './usage-error.ts'

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** Runs one command; every failure is one line on standard error. @returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export const runCli = async (words: readonly string[]): Promise<0 | 1 | 2> => {
  try {
    const [command] = words
    if (command !== 'serve') throw new UsageError(`Unknown command: ${command ?? '(none)'}`)
    await serve(readConfig())
    return 0
  } catch (error) {
    process.stderr.write(`${firstLine(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}
