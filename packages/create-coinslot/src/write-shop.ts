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

/**
 * Writes a shop into a folder, which it makes. A repository that was begun there (`.git`) may be in it.
 * @throws {UsageError} where the folder holds anything else.
 */
export const writeShop = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  const found = (await contentOf(folder)).filter((name) => name !== '.git')
  if (found.length > 0)
    throw new UsageError(`${folder} is not empty (${found[0]}): name a new folder, or empty this one`)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text, { mode: modeOf(name) })
  }
}
