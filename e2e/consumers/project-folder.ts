import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../stack/running-process.ts'

const PREFIX = 'coinslot-consumers-of-'
const OWNER = 'checkout'

/** Outside the workspace, whose own packages would otherwise be found from it; one for each checkout of this machine. */
export const PROJECT = join(tmpdir(), `${PREFIX}${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}`)

/** Makes the folder, where it is not there, and says whose it is. */
export const openProject = async (): Promise<void> => {
  await mkdir(PROJECT, { recursive: true })
  await writeFile(join(PROJECT, OWNER), ROOT)
}

/** Removes the folders of checkouts that are gone. */
export const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const owner = join(tmpdir(), name, OWNER)
    if (!name.startsWith(PREFIX) || !existsSync(owner)) continue
    if (!existsSync(await readFile(owner, 'utf8'))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}
