import { reclaimSpace } from '../db/reclaim-space.ts'
import type { BackgroundJob } from '../platform/background-job.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import type { JobDeps } from './deps.ts'

const FIRST_MS = 60 * 1000
const EVERY_MS = 60 * 60 * 1000

/** Gives the room of deleted rows back every hour, on the embedded database: a server does so by itself. */
export const spaceJob = ({ config, clock, db, log }: JobDeps): BackgroundJob => {
  let reclaiming: RepeatedWork | undefined
  return {
    start: async () => {
      if (config.database.kind !== 'embedded') return
      reclaiming = repeatWork(clock, (isStopping) => reclaimSpace(db, isStopping), {
        firstMs: FIRST_MS,
        everyMs: EVERY_MS,
        onError: (error) => log.warn({ err: error }, 'the room of deleted rows could not be given back'),
      })
    },
    stop: async () => reclaiming?.stop(),
  }
}
