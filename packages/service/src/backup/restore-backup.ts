import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assertServed } from '../db/applied-migrations.ts'
import { DATABASE_FOLDER, openDatabase } from '../db/open-database.ts'
import { DataFolderInUseError, isOfLock, lockDataFolder } from '../db/data-folder-lock.ts'
import { assertCanBeMade } from '../db/private-folder.ts'
import { readMigrations } from '../db/read-migrations.ts'
import { syncFolder, syncNameOf, syncNamesIfOffered } from '../db/sync-folder.ts'
import { UNFINISHED_RESTORE } from '../db/unfinished-restore.ts'
import { SECRET_KEY_FILE } from '../platform/load-secret-keys.ts'
import { BackupError } from './backup-errors.ts'
import { readBackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { countPayments } from './payment-count-store.ts'

interface RestoredBackup extends Omit<BackupHeader, 'migrations' | 'entries'> {
  /** Payment intents that the restored database holds: it has been opened. */
  readonly payments: number
}

/** What a restore that was killed may leave, the mark that it was last. */
const LEFT_BEHIND = [SECRET_KEY_FILE, UNFINISHED_RESTORE]

/** @throws {BackupError} `folder_not_empty` where anything is there but the lock on it and what a restore that was killed left. */
const assertEmpty = async (dataDir: string): Promise<void> => {
  const names: string[] = await readdir(dataDir).catch(() => [])
  const left = names.includes(UNFINISHED_RESTORE) ? LEFT_BEHIND : []
  if (names.every((name) => isOfLock(name) || left.includes(name))) return
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
  for (const name of LEFT_BEHIND) await rm(join(dataDir, name), { recursive: true, force: true })
  const unfinished = join(dataDir, UNFINISHED_RESTORE)
  await mkdir(unfinished, { mode: 0o700 })
  await unpackTo(unfinished)
  syncFolder(unfinished)
  const besideDatabase = (await readdir(unfinished)).filter((name) => name !== DATABASE_FOLDER)
  for (const name of [...besideDatabase, DATABASE_FOLDER]) await rename(join(unfinished, name), join(dataDir, name))
  await rmdir(unfinished)
  syncNamesIfOffered(dataDir)
  // Which may be new itself.
  syncNameOf(dataDir)
}

const countRestored = async (dataDir: string): Promise<number> => {
  const db = await openDatabase({ kind: 'embedded', dataDir })
  return countPayments(db).finally(() => db.destroy())
}

/**
 * Puts a backup into an empty folder, or one that is not there yet, and opens it.
 * @throws {BackupError} `folder_not_empty` where anything is there; `backup_unreadable`, `backup_damaged` for the file;
 * `restore_interrupted` where it is to stop before the whole of the file has been read: the folder is left empty.
 * @throws {SchemaTooNewError} `schema_too_new` when a newer version has made it on whose schema this one cannot run.
 * @throws {DataFolderInUseError} `data_folder_in_use` when another process has the folder.
 */
export const restoreBackup = async (
  file: string,
  dataDir: string,
  isStopping: () => boolean = () => false,
): Promise<RestoredBackup> => {
  await assertEmpty(dataDir)
  // What cannot be restored into is told before all of a large file is read; where there is no folder, none stays until then.
  if (existsSync(dataDir)) lockDataFolder(dataDir)()
  else assertCanBeMade(dataDir)
  const { header, unpackTo } = await readBackupFile(file, isStopping)
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
