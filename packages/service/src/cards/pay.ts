import { randomUUID } from 'node:crypto'
import type { CheckoutProblem, PayRequest } from '@coinslot/contract'
import { type CardDeps, processorOf } from './deps.ts'
import { isPayable } from '../payments/state-rules.ts'
import { lockPayment, type Payment } from '../payments/payment-store.ts'
import { insertAttempt } from './attempt-store.ts'
import { maskValues } from '../platform/mask-rules.ts'
import { maskedError } from '../platform/masked-error.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type Card, type CardSummary, checkCard } from './card-rules.ts'
import type { AuthorisationLookup, CardProcessor } from './processor.ts'
import { settleAttempt } from './settle-attempt.ts'

const AUTHORISE_TIMEOUT_MS = 20_000
const RESULT_TIMEOUT_MS = 5_000
/** When the sweep takes over, should this process not come back with an answer. */
const CHECK_AFTER_MS = 30_000

/**
 * Claims the intent for one card, before anybody is asked for money.
 * @returns null where this press of Pay has been handled before, another attempt is active, or there is nothing to pay.
 */
const beginAttempt = async (deps: CardDeps, intentId: string, attemptKey: string, card: CardSummary) => {
  const id = randomUUID()
  return deps.db.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, intentId)
    const at = deps.clock.now()
    if (!isPayable(payment, at)) return null
    const checkAt = new Date(at.getTime() + CHECK_AFTER_MS)
    const isNew = await insertAttempt(transaction, { id, intentId, attemptKey, card, at, checkAt })
    return isNew ? { id, payment } : null
  })
}

const authorise = async (
  deps: CardDeps,
  processor: CardProcessor,
  { id, payment }: { id: string; payment: Payment },
  card: Card,
): Promise<AuthorisationLookup> => {
  try {
    const { amount, currency, itemTitle: description } = payment
    return await withTimeout(AUTHORISE_TIMEOUT_MS, (signal) =>
      processor.authorise({ reference: id, card, amount, currency, description, signal }),
    )
  } catch (error) {
    const quotable = [card.number, card.securityCode, card.name]
    const err = maskedError(error, (said) => maskValues(said, quotable))
    deps.log.error({ err, attempt_id: id, payment_intent_id: payment.id }, 'the answer to an authorisation was lost')
    return withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(id, signal))
      .then((answer) => (answer.state === 'unknown' ? { state: 'pending' as const } : answer))
      .catch(() => ({ state: 'pending' as const }))
  }
}

/** Writes an answer down; where that fails, the sweep asks for it again, of this process or of the next. */
const writeDown = async (
  deps: CardDeps,
  { id, payment }: { id: string; payment: Payment },
  answer: AuthorisationLookup,
): Promise<void> => {
  try {
    await settleAttempt(deps, id, answer)
  } catch (error) {
    deps.log.error(
      { err: error, attempt_id: id, payment_intent_id: payment.id },
      'the answer to an authorisation could not be written down; the acquirer is asked for it again',
    )
    throw error
  }
}

/**
 * Tries one card. A request that is repeated, a double click and a second tab change nothing: the database itself keeps
 * to one attempt per key, and to one active attempt per intent.
 * @returns why the card was not even tried, or null.
 */
export const pay = async (
  deps: CardDeps,
  intentId: string,
  { attempt_key: attemptKey, card: typed }: PayRequest,
): Promise<CheckoutProblem | null> => {
  const processor = processorOf(deps)
  const checked = checkCard(typed, deps.clock.now())
  if ('problem' in checked) return checked.problem
  const attempt = await beginAttempt(deps, intentId, attemptKey, checked.summary)
  if (attempt) await writeDown(deps, attempt, await authorise(deps, processor, attempt, checked.card))
  return null
}
