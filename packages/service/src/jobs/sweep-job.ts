import type { BackgroundJob } from '../platform/background-job.ts'
import type { JobDeps } from './deps.ts'
import { reviewUndecided } from '../kyc/review.ts'
import { forgetEndedTallies } from '../kyc/code-tally-store.ts'
import { forgetAbandoned } from '../kyc/receive-file.ts'
import { forgetUnanswered } from '../kyc/session-store.ts'
import { expireIntents } from '../cards/expire-intents.ts'
import { deleteExpiredTokens } from '../payments/redirect-token-store.ts'
import { settleUnsettled } from '../cards/settle-unsettled.ts'

const INTERVAL_MS = 5_000
/** Part of the 10 seconds in which a stopping service drains; what is cut off is taken up by the next sweep. */
const GRACE_MS = 4_000

const SWEEPS: Readonly<Record<string, (deps: JobDeps) => Promise<unknown>>> = {
  'expire intents': expireIntents,
  'settle authorisations': settleUnsettled,
  'decide identity checks': reviewUndecided,
  'forget redirect tokens': ({ db, clock }) => deleteExpiredTokens(db, clock.now()),
  'forget abandoned files': forgetAbandoned,
  'forget unanswered codes': ({ db, clock }) => forgetUnanswered(db, clock.now()),
  'forget ended code tallies': ({ db, clock }) => forgetEndedTallies(db, clock.now()),
}

/** Finishes, every few seconds, what no request finishes by itself. Runs in every process; each row is taken by one. */
export const sweepJob = (deps: JobDeps): BackgroundJob => {
  let cancel = () => {}
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  const sweepAll = async () => {
    for (const [task, sweep] of Object.entries(SWEEPS)) {
      if (isStopped) return
      try {
        await sweep(deps)
      } catch (error) {
        deps.log.warn({ err: error, task }, 'a sweep failed and will be run again')
      }
    }
  }
  const schedule = () => {
    if (isStopped) return
    cancel = deps.clock.after(INTERVAL_MS, () => {
      running = sweepAll().then(schedule)
    })
  }

  return {
    start: async () => schedule(),
    stop: async () => {
      isStopped = true
      cancel()
      await Promise.race([running, new Promise<void>((resolve) => deps.clock.after(GRACE_MS, resolve))])
    },
  }
}
