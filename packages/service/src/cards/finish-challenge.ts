import type { CheckoutProblem } from '@coinslot/contract'
import type { CardDeps } from './deps.ts'
import { findAttempt } from './attempt-store.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { processorOf } from './deps.ts'
import { settleAttempt } from './settle-attempt.ts'

const RESULT_TIMEOUT_MS = 10_000

/**
 * Asks the processor what became of a challenge, once the bank's document says that the buyer has answered.
 * @returns `challenge_failed` where the bank was not convinced; null otherwise, also while it has not decided.
 */
export const finishChallenge = async (
  deps: CardDeps,
  intentId: string,
  challengeId: string,
): Promise<CheckoutProblem | null> => {
  const attempt = await findAttempt(deps.db, challengeId)
  if (attempt?.intentId !== intentId || attempt.status !== 'challenged') return null
  const processor = processorOf(deps)
  const answer = await withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(attempt.id, signal))
  if (answer.state === 'challenge') return null
  await settleAttempt(deps, attempt.id, answer)
  return answer.state === 'refused' && answer.challengeFailed ? 'challenge_failed' : null
}
