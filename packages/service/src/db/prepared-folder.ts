import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseImage } from './database-image.ts'
import { preparedImages } from './prepared-image.ts'
import { syncFolder } from './sync-folder.ts'

const OWNER_ONLY = 0o700

const writeImage = (folder: string, { entries, bytes }: DatabaseImage): void => {
  let at = 0
  for (const { path, mode, length, zeros = 0 } of entries) {
    const target = join(folder, path)
    if (length === undefined) mkdirSync(target, { recursive: true })
    else writeFileSync(target, Buffer.concat([bytes.subarray(at, (at += length)), Buffer.alloc(zeros)]))
    chmodSync(target, mode & OWNER_ONLY)
  }
}

/**
 * Makes the folder of a migrated, empty database. It is written beside its place, and put there when it is whole: a process
 * that is killed meanwhile leaves no half database, and what it leaves goes with the next attempt.
 * @param folder where nothing is yet, or an empty folder; only one process may do so at a time.
 * @param options.waitsForDisk whether the same is true of a power cut.
 */
export const prepareFolder = async (folder: string, { waitsForDisk }: { waitsForDisk: boolean }): Promise<void> => {
  const { database, templates } = await preparedImages()
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  for (const image of [database, templates]) writeImage(unfinished, image)
  if (waitsForDisk) syncFolder(unfinished)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
