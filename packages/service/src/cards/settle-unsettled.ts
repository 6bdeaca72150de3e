import type { CardDeps } from './deps.ts'
import { takeUnsettled } from './attempt-store.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { reverseAttempt } from './reverse-attempt.ts'
import { settleAttempt } from './settle-attempt.ts'

const RESULT_TIMEOUT_MS = 10_000
const ASK_AGAIN_MS = 15_000
const BATCH = 50

/**
 * Asks the processor about attempts whose answer nobody has brought (a lost connection, a process that died, a page closed
 * after its challenge), and gives back what must not be charged. Several processes may sweep at once.
 */
export const settleUnsettled = async (deps: CardDeps): Promise<void> => {
  const processor = deps.processor
  if (!processor) return
  const now = deps.clock.now()
  const attempts = await takeUnsettled(deps.db, now, new Date(now.getTime() + ASK_AGAIN_MS), BATCH)
  for (const { id, status } of attempts) {
    if (status === 'reversing') await reverseAttempt(deps, id)
    else {
      try {
        await settleAttempt(deps, id, await withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(id, signal)))
      } catch (error) {
        deps.log.error({ err: error, attemptId: id }, 'the processor could not be asked about an authorisation')
      }
    }
  }
}
