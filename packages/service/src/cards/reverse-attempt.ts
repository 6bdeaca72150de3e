import type { CardDeps } from './deps.ts'
import { markFinished } from './attempt-store.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { processorOf } from './deps.ts'

const CANCEL_TIMEOUT_MS = 20_000

/** Gives an authorisation back; where that fails, the sweep tries again. */
export const reverseAttempt = async (deps: CardDeps, attemptId: string): Promise<void> => {
  try {
    const processor = processorOf(deps)
    await withTimeout(CANCEL_TIMEOUT_MS, (signal) => processor.cancel(attemptId, signal))
    await markFinished(deps.db, attemptId, 'reversed', deps.clock.now())
  } catch (error) {
    deps.log.error({ err: error, attemptId }, 'an authorisation could not be given back yet')
  }
}
