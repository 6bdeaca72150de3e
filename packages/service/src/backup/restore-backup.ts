import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertServed } from '../db/applied-migrations.ts'
import { openDatabase } from '../db/database.ts'
import { lockDataFolder } from '../db/data-folder-lock.ts'
import { readMigrations } from '../db/read-migrations.ts'
import { BackupError } from './backup-errors.ts'
import { readBackupFile } from './backup-file.ts'
import type { BackupHeader } from './backup-header.ts'
import { countPayments } from './table-store.ts'

interface RestoredBackup extends Omit<BackupHeader, 'migrations' | 'entries'> {
  /** Payment intents that the restored database holds: it has been opened. */
  readonly payments: number
}

const isEmpty = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length === 0

const empty = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Unpacks what this version can serve, while nobody else may use the folder. */
const unpack = async (file: string, dataDir: string): Promise<BackupHeader> => {
  const known = await readMigrations()
  let unlock = () => {}
  try {
    return await readBackupFile(file, async ({ migrations }) => {
      assertServed(migrations, known)
      unlock = lockDataFolder(dataDir)
      return dataDir
    })
  } finally {
    unlock()
  }
}

/**
 * Puts a backup into an empty folder, or one that is not there yet, and opens it.
 * @throws {BackupError} `folder_not_empty` where anything is there; `backup_unreadable`, `backup_damaged` for the file.
 * @throws {SchemaTooNewError} `schema_too_new` when a newer version has made it on whose schema this one cannot run.
 */
export const restoreBackup = async (file: string, dataDir: string): Promise<RestoredBackup> => {
  if (!(await isEmpty(dataDir))) {
    throw new BackupError(
      'folder_not_empty',
      `The data folder ${dataDir} is not empty; restore into another one (COINSLOT_DATA_DIR), or move this one away`,
    )
  }
  try {
    const header = await unpack(file, dataDir)
    const db = await openDatabase({ kind: 'embedded', dataDir })
    const payments = await countPayments(db).finally(() => db.destroy())
    return { ...header, payments }
  } catch (error) {
    // Half a database is worse than none.
    await empty(dataDir).catch(() => undefined)
    throw error
  }
}
