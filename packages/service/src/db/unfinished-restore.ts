import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where, in the data folder, a restore lays its files down until all of them are on the disk; gone when they are in their place. */
export const UNFINISHED_RESTORE = 'restore.unfinished'

/** A restore was killed: an empty database in place of the one that it was to put there would be taken for it. */
class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError'
  readonly code = 'restore_unfinished'

  constructor(dataDir: string) {
    super(
      `A restore into the data folder ${dataDir} has not ended; run it again, or delete ${UNFINISHED_RESTORE} in it for an empty database`,
    )
  }
}

/** @throws {RestoreUnfinishedError} `restore_unfinished` where one was killed. */
export const assertRestored = (dataDir: string): void => {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE))) throw new RestoreUnfinishedError(dataDir)
}
