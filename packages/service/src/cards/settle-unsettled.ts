import type { CardDeps } from './deps.ts'
import type { Attempt } from './attempt-store.ts'
import type { CardProcessor } from './processor.ts'
import { onceConnected } from '../platform/once-connected.ts'
import { takeInParallel } from '../platform/take-in-parallel.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { reverseAttempt } from './reverse-attempt.ts'
import { settleAttempt } from './settle-attempt.ts'
import { takeUnsettled, type UnsettledLane } from './unsettled-store.ts'

const RESULT_TIMEOUT_MS = 10_000
/** Questions to the processor under way at once, of one lane and process. */
const AT_ONCE = 8

const settle = async (deps: CardDeps, processor: CardProcessor, { id, intentId, status }: Attempt): Promise<void> => {
  if (status === 'reversing') return reverseAttempt(deps, { id, intentId })
  try {
    await settleAttempt(deps, id, await withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(id, signal)))
  } catch (error) {
    deps.log.error(
      { err: error, attempt_id: id, payment_intent_id: intentId },
      'the processor could not be asked about an authorisation',
    )
  }
}

/**
 * Asks the processor about attempts whose answer nobody has brought (a lost connection, a process that died, a page closed
 * after its challenge), and gives back what must not be charged. Each is asked about after a pause that grows with its
 * age. Several processes may sweep at once.
 * @param lane `authorising`: those without an answer; `reversing`: what is to be given back; `challenged`: buyers whom their
 * bank has asked.
 */
export const settleUnsettled = async (
  deps: CardDeps,
  lane: UnsettledLane,
  isStopping: () => boolean = () => false,
): Promise<void> => {
  const { processor } = deps
  if (!processor) return
  await takeInParallel({
    clock: deps.clock,
    atOnce: AT_ONCE,
    take: (limit) => onceConnected(deps, (connection, now) => takeUnsettled(connection, lane, now, limit)),
    work: (attempt) => settle(deps, processor, attempt),
    isStopping,
  })
}
