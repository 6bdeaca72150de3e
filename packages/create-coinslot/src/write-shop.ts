import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from './read-choice.ts'

/** What a shop keeps its secrets in is its owner's alone. */
const modeOf = (name: string): number => (name === '.env' ? 0o600 : 0o666)

const contentOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new UsageError(`${folder} is a file: name another folder`)
    throw new UsageError(`${folder} cannot be looked into (${error.code}): name another folder`)
  })

/** One by one: where a folder takes none, as `/proc` and a disk that is mounted on demand, Node tries to make several for good. */
const makeFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be made (${code}): name another folder`)
  })
}

const writeFiles = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await makeFolder(dirname(join(folder, name)))
    await writeFile(join(folder, name), text, { mode: modeOf(name) })
  }
}

/** Half a shop would be in the way of the next try. */
const removeFiles = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const name of names) await rm(join(folder, name.split('/', 1)[0] ?? name), { recursive: true, force: true })
}

const failure = (folder: string, error: unknown): unknown => {
  if (!(error instanceof Error && 'code' in error)) return error
  const nothingLeft = `Nothing of the shop is left in ${folder}`
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new Error(`The disk is full: make room, and try again. ${nothingLeft}`, { cause: error })
    : new Error(`The shop cannot be written (${error.message}): name another folder. ${nothingLeft}`, { cause: error })
}

/**
 * Writes a shop into a folder, which it makes. A repository that was begun there (`.git`) may be in it. Where a file cannot
 * be written, none stays.
 * @throws {UsageError} where the folder holds anything else, or cannot be made.
 */
export const writeShop = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  const found = (await contentOf(folder)).filter((name) => name !== '.git')
  if (found.length > 0)
    throw new UsageError(`${folder} is not empty (${found[0]}): name a new folder, or empty this one`)
  const isNew = !existsSync(folder)
  await writeFiles(folder, files).catch(async (error: unknown) => {
    await removeFiles(folder, Object.keys(files))
    if (isNew && existsSync(folder)) await rmdir(folder)
    throw failure(folder, error)
  })
}
