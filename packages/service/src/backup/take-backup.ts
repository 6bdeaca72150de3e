import { constants } from 'node:fs'
import { copyFile, cp, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readApplied } from '../db/applied-migrations.ts'
import type { Database } from '../db/database.ts'
import { embeddedFolder } from '../db/open-database.ts'
import { holdStill } from '../db/hold-still.ts'
import { SECRET_KEY_FILE } from '../platform/load-secret-keys.ts'
import { VERSION } from '../platform/version.ts'
import { BackupError } from './backup-errors.ts'
import { assertWritable, writeBackupFile } from './backup-file.ts'
import type { BackupEntry } from './backup-header.ts'

/** Of the copy within the data folder. */
const COPY = 'backup.unfinished'
const underWay = new Set<string>()

export interface TakenBackup {
  readonly bytes: number
  readonly takenAt: Date
  readonly holdsSecretKey: boolean
  /** For how long requests waited, in milliseconds. */
  readonly heldMs: number
}

interface BackupOptions {
  readonly db: Database
  readonly dataDir: string
  readonly mode: 'sandbox' | 'production'
  /** Where it is written to. */
  readonly to: string
  /** Whether the key that was generated in the data folder goes into it, where there is one. */
  readonly withSecretKey: boolean
  readonly now: () => Date
  readonly signal: AbortSignal
}

/** Of a link that leads nowhere, too, as one to a disk that is not mounted. */
const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const listEntries = async (folder: string): Promise<BackupEntry[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const entries = found.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    return { path: name, bytes: entry.isDirectory() ? null : (await stat(path)).size }
  })
  // A folder comes before what lies in it.
  return (await Promise.all(entries)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

const copyThenWrite = async (copy: string, options: BackupOptions): Promise<TakenBackup> => {
  const { db, dataDir, mode, to, withSecretKey, now, signal } = options
  const holdsSecretKey = withSecretKey && (await exists(join(dataDir, SECRET_KEY_FILE)))
  if (holdsSecretKey) await copyFile(join(dataDir, SECRET_KEY_FILE), join(copy, SECRET_KEY_FILE))
  const migrations = [...(await readApplied(db))]
  const { takenAt, heldMs } = await holdStill(db, async () => {
    const startedAt = performance.now()
    const at = now()
    const goesOn = (): boolean => {
      signal.throwIfAborted()
      return true
    }
    // Where the file system can, it copies nothing until something is changed.
    const how = { recursive: true, mode: constants.COPYFILE_FICLONE, filter: goesOn }
    await cp(embeddedFolder(dataDir), embeddedFolder(copy), how)
    return { takenAt: at, heldMs: Math.round(performance.now() - startedAt) }
  })
  const entries = await listEntries(copy)
  const header = { version: VERSION, takenAt: takenAt.toISOString(), mode, holdsSecretKey, migrations, entries }
  const bytes = await writeBackupFile(to, header, copy, signal)
  return { bytes, takenAt, holdsSecretKey, heldMs }
}

/** Frees the room that a killed process's copy of the database takes in the data folder, which nobody else may have. */
export const removeUnfinishedBackup = (dataDir: string): Promise<void> =>
  rm(join(dataDir, COPY), { recursive: true, force: true })

/**
 * Writes the embedded database, as it is at one moment, into a file, while it is in use: requests wait while its files
 * are copied within the data folder, and no longer. The copy needs as much room there as the database.
 * @throws {BackupError} `backup_exists` where there is such a file; `backup_busy` while another one is made;
 * `backup_unwritable` where the file's disk or folder does not take it; `backup_interrupted`.
 */
export const takeBackup = async (options: BackupOptions): Promise<TakenBackup> => {
  const { dataDir, to, signal } = options
  if (await exists(to)) throw new BackupError('backup_exists', `The file ${to} is there already; name another one`)
  if (underWay.has(dataDir))
    throw new BackupError('backup_busy', 'Another backup is being made; try again when it is done')
  underWay.add(dataDir)
  const copy = join(dataDir, COPY)
  try {
    await assertWritable(to)
    await removeUnfinishedBackup(dataDir)
    await mkdir(copy, { mode: 0o700 })
    return await copyThenWrite(copy, options)
  } catch (error) {
    throw signal.aborted ? new BackupError('backup_interrupted', 'Interrupted; no backup was made') : error
  } finally {
    await removeUnfinishedBackup(dataDir)
    underWay.delete(dataDir)
  }
}
