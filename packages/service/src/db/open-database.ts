import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Database, DatabaseConfig, EmbeddedConfig } from './database.ts'
import type { DatabaseImage } from './database-image.ts'
import { EngineNotStartedError } from './engine-not-started.ts'
import { DatabaseNotOpenedError } from './not-opened.ts'
import { trackPool } from './pool-use.ts'
import { withRetriedTransactions } from './retry-conflicts.ts'
import { type ConnectionSource, SqlDialect } from './sql-dialect.ts'
import { syncFolder } from './sync-folder.ts'
import type { Tables } from './tables.ts'
import { assertRestored } from './unfinished-restore.ts'

export const DATABASE_FOLDER = 'database'

/** The folder of the embedded database's own files inside the data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, DATABASE_FOLDER)

/**
 * Opens the configured database without migrating it; where the data folder has none, a new one that is migrated. On
 * Postgres nothing is connected before the first query.
 * @param onIdleError told of connections lost while nobody uses them.
 * @throws {DataFolderInUseError} `data_folder_in_use` when another process has the embedded database.
 * @throws {DatabaseNotOpenedError} `database_not_opened` when files of it are missing, damaged or closed to this user.
 * @throws {EngineNotStartedError} `database_engine_not_started` when Node or the machine does not let the engine run.
 * @throws {UrlFileError} `database_url_file` when a file that the URL of a Postgres names cannot be read.
 * @throws {RestoreUnfinishedError} `restore_unfinished` when a restore was killed before the database was in its place.
 */
export const openDatabase = async (
  config: DatabaseConfig,
  onIdleError: (error: Error) => void = () => undefined,
): Promise<Database> => databaseOn(await sourceOf(config, onIdleError))

/** Loads no driver but the one that is used. */
const sourceOf = async (config: DatabaseConfig, onIdleError: (error: Error) => void): Promise<ConnectionSource> => {
  if (config.kind === 'embedded') return lockedSource(config)
  const { postgresSource } = await import('./postgres.ts')
  return postgresSource(config, onIdleError)
}

const databaseOn = (source: ConnectionSource): Database => {
  const db = withRetriedTransactions(new Kysely<Tables>({ dialect: new SqlDialect(source) }))
  trackPool(db, () => source.use())
  return db
}

/** Not there, or left empty by a process that was killed before anything was in it. */
const isUnused = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

const lockedSource = async ({ dataDir, waitsForDisk = false }: EmbeddedConfig): Promise<ConnectionSource> => {
  const unlock = lockDataFolder(dataDir)
  try {
    const folder = embeddedFolder(dataDir)
    if (isUnused(folder)) {
      assertRestored(dataDir)
      await (await import('./prepared-folder.ts')).prepareFolder(folder, { waitsForDisk })
    }
    // Files may have been made or unpacked by others, who do not wait: a restored backup, a new database, a sandbox before.
    if (waitsForDisk) syncFolder(dataDir)
    const { embeddedSource } = await import('./embedded.ts')
    return await embeddedSource({ folder, waitsForDisk, onClosed: unlock }).catch((error: unknown) => {
      throw error instanceof EngineNotStartedError ? error : new DatabaseNotOpenedError(folder, error)
    })
  } catch (error) {
    unlock()
    throw error
  }
}

/** An embedded database in memory that starts from the image of another, loaded while that is on its way; for tests. */
export const openMemoryDatabase = async (image: DatabaseImage | Promise<DatabaseImage>): Promise<Database> => {
  const { embeddedSource } = await import('./embedded.ts')
  return databaseOn(await embeddedSource({ image }))
}
