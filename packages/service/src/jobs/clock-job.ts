import type { BackgroundJob } from '../platform/background-job.ts'
import { DatabaseClock } from '../platform/database-clock.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import type { JobDeps } from './deps.ts'

const MEASURED_EVERY_MS = 10_000
const WARNED_PAST_MS = 2_000

/** Keeps the service's time with the database's, and warns where this process's own clock is off. */
export const clockJob = ({ clock, log }: Pick<JobDeps, 'clock' | 'log'>): BackgroundJob => {
  let measuring: RepeatedWork | undefined
  let isOff = false
  const measure = async (databaseClock: DatabaseClock) => {
    await databaseClock.measure()
    const wasOff = isOff
    isOff = Math.abs(databaseClock.skewMs) > WARNED_PAST_MS
    if (isOff && !wasOff) {
      log.warn(
        { skew_ms: Math.round(databaseClock.skewMs) },
        'the clock of this machine is off: it differs from the database’s, which decides; mend its time service',
      )
    }
  }
  return {
    start: async () => {
      if (!(clock instanceof DatabaseClock)) return
      await measure(clock)
      measuring = repeatWork(clock, () => measure(clock), {
        everyMs: MEASURED_EVERY_MS,
        onError: (error) => log.warn({ err: error }, 'the time of the database could not be read'),
      })
    },
    stop: async () => measuring?.stop(),
  }
}
