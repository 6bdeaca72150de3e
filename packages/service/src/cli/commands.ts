import { backupCommands } from './backup-commands.ts'
import { clientCommands } from './client-commands.ts'
import { type Command, type CommandContext, CommandError, type CommandResult } from './command.ts'
import { dashboardCommands } from './dashboard-commands.ts'
import { keyCommands } from './key-commands.ts'
import { listCommands } from './list-commands.ts'
import { merchantCommands } from './merchant-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { parseCommand } from './parse-command.ts'
import { secretCommands } from './secret-commands.ts'
import { webhookCommands } from './webhook-commands.ts'

/** Every command but `serve`, in the order of the usage text. */
export const commands: readonly Command[] = [
  migrateCommand,
  ...clientCommands,
  ...merchantCommands,
  ...listCommands,
  ...keyCommands,
  ...secretCommands,
  ...webhookCommands,
  ...dashboardCommands,
  ...backupCommands,
]

/** What a command prints: one JSON value with `--json`. */
export const printed = ({ json, text }: CommandResult, asJson: boolean): string =>
  asJson ? JSON.stringify(json) : text

/** Runs what the words name where the database is open, and prints its answer: one JSON value with `--json`. */
export const executeCommand = async (words: readonly string[], context: CommandContext): Promise<void> => {
  const { command, args, json } = parseCommand(commands, words)
  if ('runAlone' in command) throw new CommandError(`${command.name} cannot be run in a service`)
  const result = await command.run(context, args)
  if (result !== null) context.print(printed(result, json))
}
