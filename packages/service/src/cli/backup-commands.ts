import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { moveDatabase, type MovedTable } from '../backup/move-database.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { takeBackup, type TakenBackup } from '../backup/take-backup.ts'
import { createDeps } from '../composition/create-deps.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { DataFolderInUseError } from '../db/data-folder-lock.ts'
import type { Database, DatabaseConfig } from '../db/database.ts'
import { ignoredParameters } from '../db/ignored-parameters.ts'
import { assertKeptSessions } from '../db/kept-sessions.ts'
import { embeddedFolder, openDatabase } from '../db/open-database.ts'
import { type Config, isPostgresUrl, POSTGRES_URL } from '../platform/config.ts'
import { SECRET_KEY_FILE } from '../platform/load-secret-keys.ts'
import { createLogger } from '../platform/log.ts'
import { requiredText } from './arguments.ts'
import { type Command, type CommandArguments, CommandError, UsageError } from './command.ts'

const MEBIBYTE = 1024 * 1024
const ON_POSTGRES =
  'The data is on Postgres: back it up with pg_dump, or to a point in time (guides/runbook, "Backup to a point in time")'

const aboutKey = ({ holdsSecretKey }: TakenBackup, isConfigured: boolean): string => {
  if (holdsSecretKey)
    return 'It holds the secret key: whoever has the file can read everything in it. Keep it as you keep the key.'
  const where = isConfigured ? 'the one in COINSLOT_SECRET_KEY' : 'secret.key of the data folder'
  return `It does not hold the secret key: keep ${where} elsewhere, without it nothing encrypted can be read.`
}

const backup: Command = {
  name: 'backup',
  usage: '--to FILE [--no-secret-key] [--json]',
  summary:
    'Write the embedded database, also while the service runs, and its secret key unless that is configured, into a file that only its owner may read (0600); with Postgres use pg_dump',
  options: { to: { type: 'string' }, 'secret-key': { type: 'boolean' } },
  prepare(args) {
    const given = requiredText(args, 'to')
    return async ({ deps, folder, signal }) => {
      const to = resolve(folder, given)
      const { database, mode, secretKeys } = deps.config
      if (database.kind !== 'embedded') throw new CommandError(ON_POSTGRES)
      const withSecretKey = args.values['secret-key'] !== false && secretKeys === null
      const { dataDir } = database
      const now = () => deps.clock.now()
      const taken = await takeBackup({ db: deps.db, dataDir, mode, to, withSecretKey, now, signal })
      const { bytes, takenAt, holdsSecretKey, heldMs } = taken
      return {
        json: { file: to, bytes, taken_at: takenAt, holds_secret_key: holdsSecretKey, held_ms: heldMs },
        text:
          `${to} (${(bytes / MEBIBYTE).toFixed(1)} MiB, mode 0600) holds the data as of ${takenAt.toISOString()}; ` +
          `requests waited ${heldMs} ms.\n${aboutKey(taken, secretKeys !== null)}`,
      }
    }
  },
}

const restore: Command = {
  name: 'restore',
  usage: '--from FILE [--json]',
  summary: 'Put a backup into the data folder (COINSLOT_DATA_DIR), which must be empty',
  options: { from: { type: 'string' } },
  prepareAlone(args) {
    const file = resolve(requiredText(args, 'from'))
    return async ({ config: { database, secretKeys }, signal }) => {
      if (database.kind !== 'embedded') {
        throw new CommandError('A backup is restored into a data folder; unset COINSLOT_DATABASE_URL')
      }
      const { dataDir } = database
      const restored = await restoreBackup(file, dataDir, () => signal.aborted)
      const { version, takenAt, mode, holdsSecretKey, payments } = restored
      const isKeyMissing = !holdsSecretKey && secretKeys === null
      return {
        json: { data_dir: dataDir, taken_at: takenAt, version, mode, payments, secret_key_missing: isKeyMissing },
        text:
          `${dataDir} holds the data as of ${takenAt} (version ${version}, ${mode} mode, ${payments} payment intents).` +
          (isKeyMissing
            ? '\nThe backup holds no secret key: put secret.key (mode 0600) into the folder, or set COINSLOT_SECRET_KEY, before you serve.'
            : ''),
      }
    }
  },
}

const targetOf = (args: CommandArguments): DatabaseConfig => {
  const url = requiredText(args, 'to')
  if (!isPostgresUrl(url)) throw new UsageError(`--to must be ${POSTGRES_URL}`)
  const target = { kind: 'postgres', url, poolSize: 1, statementTimeoutMs: null } as const
  // Refused, not warned of as at a start: what was moved into another schema than was meant has to be dropped by hand.
  const [ignored] = ignoredParameters(target, '--to')
  if (ignored !== undefined) throw new UsageError(ignored)
  return target
}

const assertTargetKeepsSessions = async (target: Database, to: DatabaseConfig): Promise<void> => {
  const other = await openDatabase(to)
  await assertKeptSessions(target, other).finally(() => other.destroy())
}

/** The embedded database at the newest schema, its key at hand, and nobody else on it. */
const openSource = async (config: Config, dataDir: string): Promise<ServiceDeps> => {
  if (!existsSync(embeddedFolder(dataDir))) throw new CommandError(`There is no database in ${dataDir}`)
  try {
    return await createDeps(config, { log: createLogger('silent'), widget: null, dashboard: null })
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    throw new CommandError(
      'A service or another command works on the data: stop it, or what it writes would not be moved',
    )
  }
}

const lineOf = ({ table, rows, digest }: MovedTable): string =>
  `${table.padEnd(24)} ${String(rows).padStart(10)}  ${digest}`

const move: Command = {
  name: 'move',
  usage: '--to postgres://… [--json]',
  summary:
    'Copy the embedded database into a Postgres in which nothing is stored, and compare rows and digest of each table; no service may run on it',
  options: { to: { type: 'string' } },
  prepareAlone(args) {
    const to = targetOf(args)
    return async ({ config, signal }) => {
      const { database, secretKeys } = config
      if (database.kind !== 'embedded')
        throw new CommandError('The data is on Postgres already; unset COINSLOT_DATABASE_URL')
      const source = await openSource(config, database.dataDir)
      const target = await openDatabase(to)
      const moved = await assertTargetKeepsSessions(target, to)
        .then(() => moveDatabase(source.db, target, () => signal.aborted))
        .finally(() => Promise.all([target.destroy(), source.db.destroy()]))
      const key =
        secretKeys === null ? `what stands in ${resolve(database.dataDir, SECRET_KEY_FILE)}` : 'what it is now'
      return {
        json: { tables: moved },
        text: [
          ...moved.map(lineOf),
          'Every table has the same rows and the same digest on both sides.',
          `Serve with COINSLOT_DATABASE_URL, COINSLOT_MODE=${config.mode}, and COINSLOT_SECRET_KEY set to ${key}; no longer from ${database.dataDir}.`,
        ].join('\n'),
      }
    }
  },
}

/** @see decisions.md §9 */
export const backupCommands: readonly Command[] = [backup, restore, move]
