import type { BackgroundJob } from '../platform/background-job.ts'
import { passed } from '../platform/clock.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import type { JobDeps } from './deps.ts'
import { catchUpWaiting } from '../kyc/catch-up-waiting.ts'
import { reviewUndecided } from '../kyc/review.ts'
import { forgetOldCodes } from '../kyc/code-store.ts'
import { forgetEndedTallies } from '../kyc/code-tally-store.ts'
import { forgetUnsent } from '../kyc/forget-unsent.ts'
import { forgetAbandoned } from '../kyc/receive-file.ts'
import { forgetEndedHandovers } from '../kyc/handover-store.ts'
import { forgetUnanswered } from '../kyc/session-store.ts'
import { giveUpOldReceipts, mailReceipts } from '../receipts/mail-receipts.ts'
import { forgetOldPictures } from '../pictures/pictures.ts'
import { expireIntents } from '../cards/expire-intents.ts'
import { deleteExpiredTokens } from '../payments/redirect-token-store.ts'
import { settleUnsettled } from '../cards/settle-unsettled.ts'

const INTERVAL_MS = 5_000
/** Part of the 10 seconds in which a stopping service drains; what is cut off is taken up by the next sweep. */
const GRACE_MS = 4_000
const OLD_CODES_BATCH = 1_000

const SWEEPS: Readonly<Record<string, (deps: JobDeps, isStopping: () => boolean) => Promise<unknown>>> = {
  'expire intents': expireIntents,
  'settle authorisations': (deps, isStopping) => settleUnsettled(deps, 'authorising', isStopping),
  'give authorisations back': (deps, isStopping) => settleUnsettled(deps, 'reversing', isStopping),
  'ask about challenges': (deps, isStopping) => settleUnsettled(deps, 'challenged', isStopping),
  'decide identity checks': reviewUndecided,
  'send waiting identity checks off': catchUpWaiting,
  'mail receipts': mailReceipts,
  'forget addresses of receipts': giveUpOldReceipts,
  'forget redirect tokens': ({ db, clock }) => deleteExpiredTokens(db, clock.now()),
  'forget abandoned files': forgetAbandoned,
  'forget unsent documents': (deps) => forgetUnsent(deps, deps.clock.now()),
  'forget unanswered codes': ({ db, clock }) => forgetUnanswered(db, clock.now()),
  'forget old codes': ({ db, clock }) => forgetOldCodes(db, clock.now(), OLD_CODES_BATCH),
  'forget ended hand-overs': ({ db, clock }) => forgetEndedHandovers(db, clock.now()),
  'forget pictures': ({ db, clock }) => forgetOldPictures(db, clock.now()),
  'forget ended code tallies': ({ db, clock }) => forgetEndedTallies(db, clock.now()),
}

/**
 * Finishes, every few seconds, what no request finishes by itself. Runs in every process; each row is taken by one. Sweeps
 * run beside each other, so that one which waits for somebody outside keeps no other from its work.
 */
export const sweepJob = (deps: JobDeps): BackgroundJob => {
  let sweeps: RepeatedWork[] = []
  const repeat = ([task, sweep]: [string, (typeof SWEEPS)[string]]): RepeatedWork => {
    // There from the start, as an alert asks for what is added to it.
    deps.jobMetrics.failedSweeps.inc({ sweep: task }, 0)
    const work = async (isStopping: () => boolean) => void (await sweep(deps, isStopping))
    return repeatWork(deps.clock, work, {
      everyMs: INTERVAL_MS,
      onError: (error) => {
        deps.jobMetrics.failedSweeps.inc({ sweep: task })
        deps.log.warn({ err: error, task }, 'a sweep failed and will be run again')
      },
    })
  }
  return {
    start: async () => {
      sweeps = Object.entries(SWEEPS).map(repeat)
    },
    stop: async () => {
      const stopped = Promise.all(sweeps.map((each) => each.stop()))
      await Promise.race([stopped, passed(deps.clock, GRACE_MS)])
    },
  }
}
