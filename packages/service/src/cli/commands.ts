import { attemptCommands } from './attempt-commands.ts'
import { backupCommands } from './backup-commands.ts'
import { checkCommands } from './check-commands.ts'
import { clientCommands } from './client-commands.ts'
import { type Command, type CommandContext, CommandError, type CommandResult } from './command.ts'
import { customerCommands } from './customer-commands.ts'
import { dashboardCommands } from './dashboard-commands.ts'
import { keyCommands } from './key-commands.ts'
import { listCommands } from './list-commands.ts'
import { merchantCommands } from './merchant-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { parseCommand, type ParsedCommand } from './parse-command.ts'
import { secretCommands } from './secret-commands.ts'
import { visibleText } from './visible-text.ts'
import { webhookCommands } from './webhook-commands.ts'

/** Every command but `serve`, in the order of the usage text. */
export const commands: readonly Command[] = [
  migrateCommand,
  ...clientCommands,
  ...merchantCommands,
  ...listCommands,
  ...customerCommands,
  ...checkCommands,
  ...attemptCommands,
  ...keyCommands,
  ...secretCommands,
  ...webhookCommands,
  ...dashboardCommands,
  ...backupCommands,
]

/** What a command prints: one JSON value with `--json`. Nothing in it commands a terminal. */
export const printed = ({ json, text }: CommandResult, asJson: boolean): string =>
  visibleText(asJson ? JSON.stringify(json) : text)

/** What a command does where the database is open, and prints: one JSON value with `--json`. Its arguments are read first. */
export const prepareCommand = ({
  command,
  args,
  json,
}: ParsedCommand): ((context: CommandContext) => Promise<void>) => {
  if ('prepareAlone' in command) throw new CommandError(`${command.name} cannot be run in a service`)
  const run = command.prepare(args)
  return async (context) => {
    const result = await run(context)
    if (result !== null) context.print(printed(result, json))
  }
}

/** Runs what the words name where the database is open. */
export const executeCommand = async (words: readonly string[], context: CommandContext): Promise<void> =>
  prepareCommand(parseCommand(commands, words))(context)
