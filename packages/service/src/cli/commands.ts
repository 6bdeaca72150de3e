import { clientCommands } from './client-commands.ts'
import type { Command, CommandContext } from './command.ts'
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
]

/** Runs what the words name where the database is open, and prints its answer: one JSON value with `--json`. */
export const executeCommand = async (words: readonly string[], context: CommandContext): Promise<void> => {
  const { command, args, json } = parseCommand(commands, words)
  const result = await command.run(context, args)
  if (result !== null) context.print(json ? JSON.stringify(result.json) : result.text)
}
