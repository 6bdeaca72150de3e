import { readConfig } from '../platform/config.ts'
import { commands } from './commands.ts'
import type { ExitCode } from './control-channel.ts'
import { exitCodeOf, messageOf } from './exit.ts'
import { parseCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'
import { serve } from './serve.ts'
import { UsageError } from './command.ts'
import { usageText } from './usage.ts'

const untilSignalled = (): AbortSignal => {
  const controller = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

const run = async (words: readonly string[]): Promise<ExitCode> => {
  const [first, ...rest] = words
  if (first === 'help' || first === '--help' || first === '-h') {
    process.stdout.write(`${usageText()}\n`)
    return 0
  }
  if (first !== 'serve') {
    parseCommand(commands, words)
    return runCommand(readConfig(), words, untilSignalled())
  }
  if (rest.length > 0) throw new UsageError('serve takes no arguments; it is configured by COINSLOT_… variables')
  await serve(readConfig(), untilSignalled())
  return 0
}

/** Runs one command; every failure is one line on standard error. @see decisions.md §9 */
export const runCli = async (words: readonly string[]): Promise<ExitCode> => {
  try {
    return await run(words)
  } catch (error) {
    const hint = error instanceof UsageError ? ' (see coinslot-service help)' : ''
    process.stderr.write(`${messageOf(error)}${hint}\n`)
    return exitCodeOf(error)
  }
}
