import { clientCommands } from './client-commands.ts'
import type { Command } from './command.ts'
import { dashboardCommands } from './dashboard-commands.ts'
import { keyCommands } from './key-commands.ts'
import { listCommands } from './list-commands.ts'
import { merchantCommands } from './merchant-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { webhookCommands } from './webhook-commands.ts'

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
