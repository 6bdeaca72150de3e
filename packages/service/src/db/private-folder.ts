import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from './error-code.ts'

const OWNER_ONLY = 0o700

/** The data folder can be read or written by other users of the machine, and is not closed to them. */
class DataFolderNotPrivateError extends Error {
  override readonly name = 'DataFolderNotPrivateError'
  readonly code = 'data_folder_not_private'

  constructor(dataDir: string, why: string) {
    super(
      `The data folder ${dataDir} is open to other users and ${why}; chmod it to 0700, or set COINSLOT_DATA_DIR to another`,
    )
  }
}

/** What is named as the data folder, or lies on the way to it, is a file. */
class DataFolderIsFileError extends Error {
  override readonly name = 'DataFolderIsFileError'
  readonly code = 'data_folder_is_file'

  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} cannot be made, as there is a file of that name; set COINSLOT_DATA_DIR to a folder`,
    )
  }
}

/** A link to a folder that is not there, as that of a disk which is not mounted. */
class DataFolderLinkError extends Error {
  override readonly name = 'DataFolderLinkError'
  readonly code = 'data_folder_link'

  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is a link, or lies behind one, that leads nowhere; mount the disk that it leads to, or set COINSLOT_DATA_DIR to a folder`,
    )
  }
}

/** What the system says where a disk, such as `/proc`, takes no folder of that name, and names neither user nor room for the reason. */
const NO_SUCH_FOLDER = new Set(['ENOENT', 'ENAMETOOLONG'])

class DataFolderNotMadeError extends Error {
  override readonly name = 'DataFolderNotMadeError'
  readonly code = 'data_folder_not_made'

  constructor(dataDir: string, cause: unknown) {
    super(`The data folder ${dataDir} cannot be made (${codeOf(cause)}); set COINSLOT_DATA_DIR to another`, { cause })
  }
}

/** The first folder on the way to one that is not there; undefined where it is. */
const firstMissing = (folder: string): string | undefined => {
  if (existsSync(folder)) return undefined
  const parent = dirname(folder)
  // A drive that is not there is its own parent.
  return parent === folder ? folder : (firstMissing(parent) ?? folder)
}

/** Whether something has that name, a link that leads nowhere included. */
const isThere = (name: string): boolean => lstatSync(name, { throwIfNoEntry: false }) !== undefined

const makeOne = (folder: string): void => {
  try {
    mkdirSync(folder, OWNER_ONLY)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** @returns the first folder that was made on the way to it; undefined where it was there. */
const makeFolder = (folder: string): string | undefined => {
  const missing = firstMissing(folder)
  try {
    // Where a folder takes none, as `/proc` and a disk that is mounted on demand, Node tries to make several for good.
    if (missing !== undefined) makeOne(missing)
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    return missing
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ELOOP' || (code === 'ENOENT' && isThere(missing ?? folder))) throw new DataFolderLinkError(folder)
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new DataFolderIsFileError(folder)
    throw NO_SUCH_FOLDER.has(code) ? new DataFolderNotMadeError(folder, error) : error
  }
}

const othersMayEnter = (folder: string): boolean => (statSync(folder).mode & 0o077) !== 0

/** Made for data: empty, as a new volume is, or with a database. Closing another, such as `/tmp`, would shut others out of what is theirs. */
const isForData = (folder: string): boolean => {
  const names = readdirSync(folder).filter((name) => name !== 'lost+found')
  return names.length === 0 || names.includes('database')
}

const tryToClose = (folder: string): void => {
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch {
    // Whether it is closed is looked at.
  }
}

/**
 * Makes the folder where there is none, and closes it to everyone but its owner.
 * @throws {DataFolderNotPrivateError} `data_folder_not_private` when it stays open to others.
 * @throws {DataFolderIsFileError} `data_folder_is_file` when it is none.
 * @throws {DataFolderLinkError} `data_folder_link` when it is a link that leads nowhere.
 * @throws {DataFolderNotMadeError} `data_folder_not_made` when its disk takes no folder of that name.
 */
export const makePrivateFolder = (folder: string): void => {
  makeFolder(folder)
  // Windows knows no such modes: there a folder is as private as the one that it lies in.
  if (process.platform === 'win32' || !othersMayEnter(folder)) return
  if (!isForData(folder)) throw new DataFolderNotPrivateError(folder, 'holds other files, so it was not closed')
  tryToClose(folder)
  if (othersMayEnter(folder)) throw new DataFolderNotPrivateError(folder, 'this user may not close it')
}

/** Makes a folder that is not there, and takes it away again while nobody has put anything into it. @throws as `makePrivateFolder`. */
export const assertCanBeMade = (folder: string): void => {
  const first = makeFolder(folder)
  if (first === undefined) return
  try {
    for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made)) rmdirSync(made)
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'ENOENT') throw error
  }
}
