import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

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

/** Waits until all files of a folder, and of the folders in it, are on the disk. */
export const syncFolder = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) sync(path, 'r+')
    if (entry.isDirectory()) syncNames(path)
  }
  syncNames(folder)
}
