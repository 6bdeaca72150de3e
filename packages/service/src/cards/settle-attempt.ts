import type { Executor } from '../db/database.ts'
import type { CardDeps } from './deps.ts'
import { announce, moveIntent } from '../payments/finalise.ts'
import type { IntentAction } from '../payments/state-rules.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { countRefusals } from './attempt-rules.ts'
import {
  findAttempt,
  listAttempts,
  markChallenged,
  markFinished,
  markRefused,
  markReversing,
  markUndecided,
} from './attempt-store.ts'
import type { AuthorisationLookup } from './processor.ts'
import { reverseAttempt, REVERSED_WITHIN_MS } from './reverse-attempt.ts'

const ACTIONS: Readonly<Record<AuthorisationLookup['state'], IntentAction>> = {
  approved: 'approve',
  refused: 'refuse',
  challenge: 'expire',
  pending: 'expire',
  unknown: 'expire',
}

const reasonOf = ({ reason, challengeFailed }: Extract<AuthorisationLookup, { state: 'refused' }>) =>
  reason ?? (challengeFailed ? 'challenge_failed' : null)

const applyResult = async (
  { clock }: CardDeps,
  transaction: Executor,
  attemptId: string,
  result: AuthorisationLookup,
) => {
  const found = await findAttempt(transaction, attemptId)
  if (!found) return null
  const payment = await lockPayment(transaction, found.intentId)
  const attempts = await listAttempts(transaction, payment.id)
  const attempt = attempts.find(({ id }) => id === attemptId)
  if (attempt?.status !== 'authorising' && attempt?.status !== 'challenged') return null

  // Read once the intent is held: an approval that has waited past its time would turn what was shown as expired.
  const at = clock.now()
  const intent = await moveIntent(transaction, payment, countRefusals(attempts), ACTIONS[result.state], at)
  const giveBack = async () => {
    // Whoever settles gives it back next; the sweep is for where that did not succeed.
    await markReversing(transaction, attemptId, new Date(at.getTime() + REVERSED_WITHIN_MS))
    return { intentId: payment.id, became: intent.became, reversing: true }
  }
  switch (result.state) {
    case 'approved':
      if (intent.became !== 'Approved') return giveBack()
      await markFinished(transaction, attemptId, 'approved', at)
      break
    case 'refused':
      await markRefused(transaction, attemptId, reasonOf(result), at)
      break
    case 'challenge':
      if (intent.status !== 'Created') return giveBack()
      await markChallenged(transaction, attemptId, result, at)
      break
    case 'unknown':
      return giveBack()
    case 'pending':
      await markUndecided(transaction, attemptId, at)
      break
  }
  return { intentId: payment.id, became: intent.became, reversing: false }
}

/**
 * Moves an attempt by what the processor says, and its intent with it, in one transaction. An attempt that has been
 * settled before, by whomever, stays as it is; an approval that comes too late for its intent is given back.
 */
export const settleAttempt = async (deps: CardDeps, attemptId: string, result: AuthorisationLookup): Promise<void> => {
  const outcome = await deps.db
    .transaction()
    .execute((transaction) => applyResult(deps, transaction, attemptId, result))
  if (outcome?.became) announce(deps, outcome.became)
  if (outcome?.reversing) await reverseAttempt(deps, { id: attemptId, intentId: outcome.intentId })
}
