import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { nameOfData } from '../platform/describe-config.ts'
import { DataFolderInUseError } from '../db/data-folder-lock.ts'
import { embeddedFolder } from '../db/open-database.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { nameOfKey, toSecretKey } from '../platform/secret-keys.ts'
import { CommandError } from './command.ts'
import { commands, prepareCommand, printed } from './commands.ts'
import type { ExitCode } from './control-channel.ts'
import { type ControlResult, runInService } from './control-client.ts'
import { exitCodeOf, messageOf } from './exit.ts'
import { parseCommand } from './parse-command.ts'
import { withoutEffect } from './without-effect.ts'

const PATIENCE_MS = 15_000
const POLL_MS = 100

const openDeps = async (config: Config, log: Logger, migrates: boolean): Promise<ServiceDeps | null> => {
  const { createDeps } = await import('../composition/create-deps.ts')
  try {
    return await createDeps(config, { log, widget: null, dashboard: null, migrates })
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null
    throw error
  }
}

/** Writes lines to standard output; before the first, where people read it, what they are about to standard error. */
const printer = (config: Config, isForPeople: boolean): ((line: string) => void) => {
  const { database } = config
  const isNew = database.kind === 'embedded' && !existsSync(embeddedFolder(database.dataDir))
  const about = [`Data: ${nameOfData(database)}${isNew ? ' (new)' : ''}`, ...withoutEffect(config)]
  let isTold = !isForPeople
  return (line) => {
    if (!isTold) process.stderr.write(`${about.join('\n')}\n`)
    isTold = true
    process.stdout.write(`${line}\n`)
  }
}

const runOnData = async (config: Config, words: readonly string[], signal: AbortSignal): Promise<ControlResult> => {
  const parsed = parseCommand(commands, words)
  const { command, args, json } = parsed
  const print = printer(config, !json)
  if ('prepareAlone' in command) {
    print(printed(await command.prepareAlone(args)({ config, signal }), json))
    return { exit: 0, message: null }
  }
  const run = prepareCommand(parsed)
  const log = createLogger('silent')
  const [newest] = config.secretKeys ?? []
  const request = { words: [...words], newestKey: newest && nameOfKey(toSecretKey(newest)) }
  const migrates = command.leavesSchema?.(args) !== true
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const { database } = config
    const served =
      database.kind === 'embedded' ? await runInService(database.dataDir, request, print, signal, command.goesOn) : null
    if (served !== null) return served
    const deps = await openDeps(config, log, migrates)
    if (deps !== null) {
      await run({ deps, print, signal, folder: process.cwd() }).finally(() => deps.db.destroy())
      return { exit: 0, message: null }
    }
    // Another command has the folder, or a service that is just starting: both are over soon.
  }
  throw new CommandError('The data folder is in use by a process that answers no commands; try again')
}

/**
 * Runs a command on the configured data: in the service that has the embedded database open, else in this process. Every
 * failure names the data.
 */
export const runCommand = async (config: Config, words: readonly string[], signal: AbortSignal): Promise<ExitCode> => {
  const { exit, message } = await runOnData(config, words, signal).catch((error: unknown) => ({
    exit: exitCodeOf(error),
    message: messageOf(error),
  }))
  if (message !== null) process.stderr.write(`${message} (data: ${nameOfData(config.database)})\n`)
  return exit
}
