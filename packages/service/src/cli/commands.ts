import { clientCommands } from './client-commands.ts'
import type { Command } from './command.ts'
import { dashboardCommands } from './dashboard-commands.ts'
import { keyCommands } from './key-commands.ts'
import { listCommands } from './list-commands.ts'
import { merchantCommands } from './merchant-commands.ts'
import { webhookCommands } from './webhook-commands.ts'

const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--json]',
  summary: 'Bring the database schema up to date',
  // Opening the database has done it: commands and `serve` always find the newest schema.
  run: async () => ({ json: { migrated: true }, text: 'The database schema is up to date.' }),
}

/** Every command but `serve`, in the order of the usage text. */
export const commands: readonly Command[] = [
  migrateCommand,
  ...clientCommands,
  ...merchantCommands,
  ...listCommands,
  ...keyCommands,
  ...webhookCommands,
  ...dashboardCommands,
]
