import { chmodSync, mkdirSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o700

/** The data folder can be read or written by other users of the machine, and this process may not change that. */
class DataFolderNotPrivateError extends Error {
  override readonly name = 'DataFolderNotPrivateError'
  readonly code = 'data_folder_not_private'

  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is open to other users and this user may not close it; chmod it to 0700, or set COINSLOT_DATA_DIR`,
    )
  }
}

const othersMayEnter = (folder: string): boolean => (statSync(folder).mode & 0o077) !== 0

/**
 * Makes the folder where there is none, and closes it to everyone but its owner.
 * @throws {DataFolderNotPrivateError} `data_folder_not_private` when it stays open to others.
 */
export const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
  // Windows knows no such modes: there a folder is as private as the one that it lies in.
  if (process.platform === 'win32' || !othersMayEnter(folder)) return
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch {
    throw new DataFolderNotPrivateError(folder)
  }
  if (othersMayEnter(folder)) throw new DataFolderNotPrivateError(folder)
}
