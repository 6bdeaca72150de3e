import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { createDeps } from '../composition/create-deps.ts'
import { DataFolderInUseError } from '../db/data-folder-lock.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { createLogger } from '../platform/log.ts'
import { CommandError } from './command.ts'
import { commands, executeCommand } from './commands.ts'
import type { ExitCode } from './control-channel.ts'
import { runInService } from './control-client.ts'
import { parseCommand } from './parse-command.ts'

const PATIENCE_MS = 15_000
const POLL_MS = 100

const openDeps = async (config: Config, migrates: boolean): Promise<ServiceDeps | null> => {
  try {
    return await createDeps(config, { log: createLogger('silent'), widget: null, dashboard: null, migrates })
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null
    throw error
  }
}

/** Runs a command on the configured data: in this process, or in the service that has the embedded database open. */
export const runCommand = async (config: Config, words: readonly string[], signal: AbortSignal): Promise<ExitCode> => {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const { command, args } = parseCommand(commands, words)
  const migrates = command.leavesSchema?.(args) !== true
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const deps = await openDeps(config, migrates)
    if (deps !== null) {
      await executeCommand(words, { deps, print, signal }).finally(() => deps.db.destroy())
      return 0
    }
    if (config.database.kind !== 'embedded') break
    const result = await runInService(config.database.dataDir, words, print, signal)
    if (result?.message != null) process.stderr.write(`${result.message}\n`)
    if (result !== null) return result.exit
    // Another command has the folder, or a service that is just starting: both are over soon.
  }
  throw new CommandError('The data folder is in use by a process that answers no commands; try again')
}
