import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SIZE = '512m'
const CHUNK = Buffer.alloc(1_048_576)

/** A file system of its own, in memory, that can run full. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  free(): Promise<void>
  remove(): Promise<void>
}

/** Writes until nothing more goes in. */
const writeUntilFull = async (file: string): Promise<void> => {
  const filler = await open(file, 'w')
  try {
    for (;;) await filler.write(CHUNK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await filler.close()
  }
}

/** @returns null where none can be mounted: that takes Linux, and root. */
export const mountSmallDisk = async (): Promise<SmallDisk | null> => {
  const mounted = await mkdtemp(join(tmpdir(), 'coinslot-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'coinslot-chaos', mounted])
  } catch {
    await rm(mounted, { recursive: true })
    return null
  }
  const filler = join(mounted, 'filler')
  return {
    folder: mounted,
    fill: () => writeUntilFull(filler),
    free: () => rm(filler, { force: true }),
    remove: async () => {
      await run('umount', [mounted])
      await rm(mounted, { recursive: true })
    },
  }
}
