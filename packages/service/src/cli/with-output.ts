import { CommandError } from './command.ts'
import type { ExitCode } from './control-channel.ts'

const untilWritten = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => resolve()))

/**
 * Runs what writes to standard output, and waits until all of it is written.
 * @param work is given what is aborted when nothing more can be written.
 * @throws {CommandError} when something cannot be; not where a reader has gone, such as `head`, which has read enough.
 */
export const withOutput = async (work: (lost: AbortSignal) => Promise<ExitCode>): Promise<ExitCode> => {
  const lost = new AbortController()
  const lose = (error: Error): void => lost.abort(error)
  process.stdout.on('error', lose)
  const exit = await work(lost.signal)
  await untilWritten()
  process.stdout.off('error', lose)
  const { aborted, reason } = lost.signal
  // Of a command that has failed its own line is told.
  if (exit === 0 && aborted && reason.code !== 'EPIPE')
    throw new CommandError(`Not all that the command had to say could be written: ${reason.message}`)
  return exit
}
