import type { BackgroundJob } from '../platform/background-job.ts'
import { repeatWhileFull } from '../platform/repeat-while-full.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import { countHoursThatAreOver } from '../payments/count-hours.ts'
import { pruneOpenings } from '../payments/opening-store.ts'
import type { DashboardDeps } from './deps.ts'
import { pruneSessions } from './session-store.ts'

const INTERVAL_MS = 60_000
const OPENINGS_KEPT_MS = 90 * 24 * 60 * 60_000
const PRUNED_AT_ONCE = 5_000

/** Forgets what the dashboard need not keep, and counts the hours that are over. */
export const dashboardJob = (deps: DashboardDeps): BackgroundJob => {
  const { clock, db, log } = deps
  let tidying: RepeatedWork | undefined
  const tidy = async (isStopping: () => boolean) => {
    const now = clock.now()
    await pruneSessions(db, now)
    const before = new Date(now.getTime() - OPENINGS_KEPT_MS)
    await repeatWhileFull(PRUNED_AT_ONCE, (limit) => pruneOpenings(db, before, limit), isStopping)
    await countHoursThatAreOver(deps, isStopping)
  }
  return {
    start: async () => {
      tidying = repeatWork(clock, tidy, {
        everyMs: INTERVAL_MS,
        onError: (error) => log.warn({ err: error }, 'the figures of the dashboard could not be brought up to date'),
      })
    },
    stop: async () => tidying?.stop(),
  }
}
