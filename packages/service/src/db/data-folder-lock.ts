import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from './private-folder.ts'

/** The embedded database serves one process at a time. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'
  readonly code = 'data_folder_in_use'

  constructor(dataDir: string) {
    super(`The data folder ${dataDir} is in use by another process; stop it, or set COINSLOT_DATA_DIR`)
  }
}

const loadSqlite = () => {
  // Its lock is all that is wanted of it; that the module is experimental is no news for an operator.
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

const LOCK = 'lock'

/** Whether a name in the data folder is that of the lock on it, or of what SQLite keeps beside it. */
export const isOfLock = (name: string): boolean => name === LOCK || name === `${LOCK}-journal`

const isLocked = (error: unknown): boolean => error instanceof Error && /database is locked/.test(error.message)

/**
 * Takes the folder for this process until the answer is called. The kernel holds the lock, so that it ends with the
 * process, however that ends.
 * @throws {DataFolderInUseError} `data_folder_in_use` when another process has it.
 * @throws {DataFolderNotPrivateError} `data_folder_not_private` when other users can enter it and that cannot be changed.
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  makePrivateFolder(dataDir)
  const { DatabaseSync } = loadSqlite()
  // SQLite would only say that it cannot open a file.
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const path = join(dataDir, LOCK)
  const file = new DatabaseSync(path)
  try {
    // Of a file that it can only read, SQLite says that it is locked, and locks nobody out.
    accessSync(path, constants.W_OK)
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    throw isLocked(error) ? new DataFolderInUseError(dataDir) : error
  }
  return () => file.close()
}
