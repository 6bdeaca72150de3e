import type { CheckoutProblem } from '@coinslot/contract'
import { type CardDeps, processorOf } from './deps.ts'
import { tryAgain } from '../http/api-error.ts'
import { findAttempt } from './attempt-store.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { AuthorisationLookup } from './processor.ts'
import { settleAttempt } from './settle-attempt.ts'

const RESULT_TIMEOUT_MS = 10_000

/** @throws {ApiError} 503 when the acquirer does not answer: the page asks again, and so does the sweep. */
const askForResult = async (deps: CardDeps, reference: string): Promise<AuthorisationLookup> => {
  const processor = processorOf(deps)
  try {
    return await withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(reference, signal))
  } catch (cause) {
    throw tryAgain('The bank’s answer could not be read; try again', cause)
  }
}

/**
 * Asks the processor what became of a challenge, once the bank's document says that the buyer has answered.
 * @returns `challenge_failed` where the bank was not convinced; null otherwise, also while it has not decided.
 * @throws {ApiError} 503 when the acquirer does not answer.
 */
export const finishChallenge = async (
  deps: CardDeps,
  intentId: string,
  challengeId: string,
): Promise<CheckoutProblem | null> => {
  const attempt = await findAttempt(deps.db, challengeId)
  if (attempt?.intentId !== intentId || attempt.status !== 'challenged') return null
  const answer = await askForResult(deps, attempt.id)
  if (answer.state === 'challenge') return null
  await settleAttempt(deps, attempt.id, answer)
  return answer.state === 'refused' && answer.challengeFailed ? 'challenge_failed' : null
}
