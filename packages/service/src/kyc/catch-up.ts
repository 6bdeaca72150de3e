import type { KycDeps } from './deps.ts'
import { factsOf, nextStep } from './level-rules.ts'
import { review } from './review.ts'
import type { KycSession } from './session-store.ts'
import { submitIfComplete } from './submit.ts'

/**
 * Sends a session off whose customer has given all of it in another one: before, in a second tab, or for a second payment.
 * Nobody is asked for anything in it any more, and so nobody else would send it off.
 * @returns whether it has been, by this call.
 */
export const catchUp = async (deps: KycDeps, { id, level, submittedAt, ...given }: KycSession): Promise<boolean> => {
  if (submittedAt !== null || nextStep(level, factsOf(given)) !== null) return false
  const at = deps.clock.now()
  const isSubmitted = await deps.db.transaction().execute((transaction) => submitIfComplete(transaction, id, at))
  if (isSubmitted) await review(deps, id)
  return isSubmitted
}
