import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assertServed } from '../db/applied-migrations.ts'
import { openDatabase } from '../db/open-database.ts'
import { DataFolderInUseError, isOfLock, lockDataFolder } from '../db/data-folder-lock.ts'
import { readMigrations } from '../db/read-migrations.ts'
import { syncFolder } from '../db/sync-folder.ts'
import { BackupError } from './backup-errors.ts'
import { readBackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { countPayments } from './table-store.ts'

interface RestoredBackup extends Omit<BackupHeader, 'migrations' | 'entries'> {
  /** Payment intents that the restored database holds: it has been opened. */
  readonly payments: number
}

/** Where what is not whole yet lies: the next start, or the next restore, deletes it. */
const UNFINISHED = 'database.unfinished'

/** @throws {BackupError} `folder_not_empty` where anything is there but the lock on it and what an interrupted process left. */
const assertEmpty = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => [])
  if (names.every((name) => isOfLock(name) || name === UNFINISHED)) return
  throw new BackupError(
    'folder_not_empty',
    `The data folder ${dataDir} is not empty; restore into another one (COINSLOT_DATA_DIR), or move this one away`,
  )
}

const empty = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Does something with a folder that is ours, or empties it: half a database is worse than none. */
const orEmpty = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    // A service may have been started on the restored data already.
    if (!(error instanceof DataFolderInUseError)) await empty(dataDir).catch(() => undefined)
    throw error
  }
}

/** Puts the files in their place once all of them are on the disk, the database last: a restore that is killed leaves none. */
const unpackWhole = async (dataDir: string, unpackTo: (folder: string) => Promise<void>): Promise<void> => {
  const unfinished = join(dataDir, UNFINISHED)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await unpackTo(unfinished)
  syncFolder(unfinished)
  const names = await readdir(unfinished)
  for (const name of names.toSorted((a, b) => Number(a === 'database') - Number(b === 'database')))
    await rename(join(unfinished, name), join(dataDir, name))
  await rmdir(unfinished)
}

const countRestored = async (dataDir: string): Promise<number> => {
  const db = await openDatabase({ kind: 'embedded', dataDir })
  return countPayments(db).finally(() => db.destroy())
}

/**
 * Puts a backup into an empty folder, or one that is not there yet, and opens it.
 * @throws {BackupError} `folder_not_empty` where anything is there; `backup_unreadable`, `backup_damaged` for the file.
 * @throws {SchemaTooNewError} `schema_too_new` when a newer version has made it on whose schema this one cannot run.
 * @throws {DataFolderInUseError} `data_folder_in_use` when another process has the folder.
 */
export const restoreBackup = async (file: string, dataDir: string): Promise<RestoredBackup> => {
  await assertEmpty(dataDir)
  const { header, unpackTo } = await readBackupFile(file)
  assertServed(header.migrations, await readMigrations())
  const unlock = lockDataFolder(dataDir)
  try {
    // Whoever began to use the folder while the file was read keeps it.
    await assertEmpty(dataDir)
    await orEmpty(dataDir, () => unpackWhole(dataDir, unpackTo))
  } finally {
    unlock()
  }
  const payments = await orEmpty(dataDir, () => countRestored(dataDir))
  return { ...header, payments }
}
