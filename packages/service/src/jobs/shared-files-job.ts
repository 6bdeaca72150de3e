import type { BackgroundJob } from '../platform/background-job.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import type { StaticFile } from '../http/send-static.ts'
import { shareFiles } from '../widget/shared-files.ts'
import type { JobDeps } from './deps.ts'

const EVERY_MS = 60 * 60_000

/** Leaves this version's files to processes of others, before any page of it is served and as long as it runs. */
export const sharedFilesJob = (deps: JobDeps, files: ReadonlyMap<string, StaticFile>): BackgroundJob => {
  let sharing: RepeatedWork | undefined
  return {
    start: async () => {
      await shareFiles(deps, files)
      sharing = repeatWork(deps.clock, () => shareFiles(deps, files), {
        everyMs: EVERY_MS,
        onError: (error) => deps.log.warn({ err: error }, 'files of pages could not be left to other versions'),
      })
    },
    stop: async () => sharing?.stop(),
  }
}
