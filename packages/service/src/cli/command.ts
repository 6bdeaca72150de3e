import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../platform/config.ts'
import type { ServiceDeps } from '../composition/deps.ts'

export interface CommandContext {
  /** The database is open and migrated; in a serving process these are its own. */
  readonly deps: ServiceDeps
  /** Writes one line to the caller's standard output; for commands that go on until they are stopped. */
  readonly print: (line: string) => void
  /** The folder that the caller is in: paths of files are read from there on. */
  readonly folder: string
  /** Names the newest secret key of the caller's own settings, where it has one and a service runs the command. */
  readonly newestKey?: string | undefined
  /** Aborted when the caller goes away or interrupts. */
  readonly signal: AbortSignal
}

/** What was said on the command line beside the command's name. */
export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** What a command answers: for `--json`, and for people. */
export interface CommandResult {
  readonly json: unknown
  readonly text: string
}

/** How a command is called. */
interface CommandForm {
  /** One or two words, such as `clients create`. */
  readonly name: string
  /** What follows the name, for the usage text. */
  readonly usage: string
  readonly summary: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Names of what must follow, in order. */
  readonly positionals?: readonly string[]
}

/** Where a command runs that opens the data itself. */
interface LonePlace extends Pick<CommandContext, 'signal'> {
  readonly config: Config
}

/** @throws {CommandError} for what cannot be done: one line, exit code 1. */
type Work<Place, Result> = (place: Place) => Promise<Result>

/** A command that is run in whichever process has the database open. */
interface DataCommand extends CommandForm {
  /** Whether it finds the schema as it is, where no service has the data open; others find it migrated. */
  readonly leavesSchema?: (args: CommandArguments) => boolean
  /** Whether it goes on until it is interrupted, which is no failure then. */
  readonly goesOn?: true
  /**
   * Reads the arguments, before any data is opened or made.
   * @throws {UsageError} for arguments that cannot be used: exit code 2.
   */
  prepare(args: CommandArguments): Work<CommandContext, CommandResult | null>
}

/** A command for which no service may have the data open: it opens what it needs itself. */
interface LoneCommand extends CommandForm {
  /** @throws as `prepare` of other commands does. */
  prepareAlone(args: CommandArguments): Work<LonePlace, CommandResult>
}

/** One command of `coinslot-service`. @see decisions.md §9 */
export type Command = DataCommand | LoneCommand

/** A command that cannot be understood: exit code 2. @see decisions.md §9 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}

/** What cannot be done: its message is the one line the operator reads; exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code = 'command_failed'
}
