import type { CardDeps } from './deps.ts'
import type { Attempt } from './attempt-store.ts'
import type { AuthorisationLookup, CardProcessor } from './processor.ts'
import { onceConnected } from '../platform/once-connected.ts'
import { takeInParallel } from '../platform/take-in-parallel.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { reverseAttempt } from './reverse-attempt.ts'
import { settleAttempt } from './settle-attempt.ts'
import { takeUnsettled, type UnsettledLane } from './unsettled-store.ts'

const RESULT_TIMEOUT_MS = 10_000
/** Questions to the processor under way at once, of one lane and process. */
const AT_ONCE = 8
const NOT_WRITTEN_DOWN = 'the answer to an authorisation could not be written down; the acquirer is asked for it again'

const settle = async (deps: CardDeps, processor: CardProcessor, { id, intentId, status }: Attempt): Promise<void> => {
  if (status === 'reversing') return reverseAttempt(deps, { id, intentId })
  const tell = (err: unknown, told: string) =>
    deps.log.error({ err, attempt_id: id, payment_intent_id: intentId }, told)
  let answer: AuthorisationLookup
  try {
    answer = await withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(id, signal))
  } catch (error) {
    return tell(error, 'the processor could not be asked about an authorisation')
  }
  await settleAttempt(deps, id, answer).catch((error: unknown) => tell(error, NOT_WRITTEN_DOWN))
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
