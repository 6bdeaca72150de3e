import { type CardDeps, processorOf } from './deps.ts'
import { markFinished, markNotReversed } from './attempt-store.ts'
import { withTimeout } from '../platform/with-timeout.ts'

const CANCEL_TIMEOUT_MS = 20_000
/** Longer than the acquirer is given to answer. */
export const REVERSED_WITHIN_MS = CANCEL_TIMEOUT_MS + 5_000

/** Gives an authorisation back; where that fails, the sweep tries again. */
export const reverseAttempt = async (
  deps: CardDeps,
  { id, intentId }: { readonly id: string; readonly intentId: string },
): Promise<void> => {
  const { db, clock, log } = deps
  const tell = (error: unknown) =>
    log.error(
      { err: error, attempt_id: id, payment_intent_id: intentId },
      'an authorisation could not be given back yet',
    )
  try {
    const processor = processorOf(deps)
    await withTimeout(CANCEL_TIMEOUT_MS, (signal) => processor.cancel(id, signal))
  } catch (error) {
    tell(error)
    return markNotReversed(db, id, clock.now()).catch(tell)
  }
  return markFinished(db, id, 'reversed', clock.now()).catch(tell)
}
