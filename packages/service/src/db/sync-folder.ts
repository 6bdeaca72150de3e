import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from './error-code.ts'

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Waits until the names of a folder's files are on the disk. Windows sees to that by itself, and opens no folder. */
export const syncNames = (folder: string): void => {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** What a folder that cannot be waited for answers: one of a network share, or one that may be written to and not read. */
const NOT_OFFERED = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EACCES', 'EPERM']

/** Waits as `syncNames` does, where the folder offers it. */
export const syncNamesIfOffered = (folder: string): void => {
  try {
    syncNames(folder)
  } catch (error) {
    if (!NOT_OFFERED.includes(codeOf(error))) throw error
  }
}

/** Waits until the name of a file or folder is on the disk, if its file system offers that. */
export const syncNameOf = (path: string): void => syncNamesIfOffered(dirname(resolve(path)))

/** Waits until a folder, all its files, and those of the folders in it, are on the disk. */
export const syncFolder = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) sync(path, 'r+')
    if (entry.isDirectory()) syncNames(path)
  }
  syncNames(folder)
  syncNameOf(folder)
}
