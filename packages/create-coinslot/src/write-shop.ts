import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from './read-choice.ts'

/** What a shop keeps its secrets in is its owner's alone. */
const modeOf = (name: string): number => (name === '.env' ? 0o600 : 0o666)

const contentOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new UsageError(`${folder} is a file: name another folder`)
    throw error
  })

/** One by one: where a folder takes none, as `/proc` and a disk that is mounted on demand, Node tries to make several for good. */
const makeFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be made (${code}): name another folder`)
  })
}

/**
 * Writes a shop into a folder, which it makes. A repository that was begun there (`.git`) may be in it.
 * @throws {UsageError} where the folder holds anything else, or cannot be made.
 */
export const writeShop = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  const found = (await contentOf(folder)).filter((name) => name !== '.git')
  if (found.length > 0)
    throw new UsageError(`${folder} is not empty (${found[0]}): name a new folder, or empty this one`)
  for (const [name, text] of Object.entries(files)) {
    await makeFolder(dirname(join(folder, name)))
    await writeFile(join(folder, name), text, { mode: modeOf(name) })
  }
}
