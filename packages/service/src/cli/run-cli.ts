import { npmScript, readConfig } from '../platform/config.ts'
import { VERSION } from '../platform/version.ts'
import type { ExitCode } from './control-channel.ts'
import { exitCodeOf, messageOf } from './exit.ts'
import { parseCommand } from './parse-command.ts'
import { UsageError } from './command.ts'
import { onceAbandoned } from './once-abandoned.ts'
import { withOutput } from './with-output.ts'

const abortedBySignals = (): AbortController => {
  const controller = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => controller.abort(name))
  return controller
}

/**
 * As often as they come, SIGTERM and SIGHUP let what drains go on: a supervisor signals the process and then its group, and
 * so do a terminal that is closed and its shell.
 */
const untilSignalledToServe = (): AbortSignal => {
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
  const controller = abortedBySignals()
  onceAbandoned(npmScript(), () => controller.abort('SIGTERM'))
  return controller.signal
}

const asksForHelp = (words: readonly string[]): boolean =>
  words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')

const serveUntilSignalled = async (words: readonly string[]): Promise<ExitCode> => {
  if (words.length > 0) throw new UsageError('serve takes no arguments; it is configured by COINSLOT_… variables')
  const { serve } = await import('./serve.ts')
  await serve(readConfig(), untilSignalledToServe())
  return 0
}

/** @param lost is aborted when nothing more can be written. */
const answer = async (words: readonly string[], lost: AbortSignal): Promise<ExitCode> => {
  const [first, ...rest] = words
  if (first === 'version' || first === '--version') {
    process.stdout.write(`${VERSION}\n`)
    return 0
  }
  if (asksForHelp(words)) {
    const { helpText } = await import('./help.ts')
    process.stdout.write(`${helpText(first === 'help' ? rest : words, process.stdout.columns || undefined)}\n`)
    return 0
  }
  const { commands } = await import('./commands.ts')
  parseCommand(commands, words)
  const { runCommand } = await import('./run-command.ts')
  return runCommand(readConfig(), words, AbortSignal.any([abortedBySignals().signal, lost]))
}

/** Runs one command, and loads no other's code; every failure is one line on standard error. @see decisions.md §9 */
export const runCli = async (words: readonly string[]): Promise<ExitCode> => {
  try {
    const [first, ...rest] = words
    if (first === 'serve' && !asksForHelp(rest)) return await serveUntilSignalled(rest)
    return await withOutput((lost) => answer(words, lost))
  } catch (error) {
    const hint = error instanceof UsageError ? ' (see coinslot-service help)' : ''
    process.stderr.write(`${messageOf(error)}${hint}\n`)
    return exitCodeOf(error)
  }
}
