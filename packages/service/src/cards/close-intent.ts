import type { CardDeps } from './deps.ts'
import { announce, moveIntent } from '../payments/finalise.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { countRefusals } from './attempt-rules.ts'
import { listAttempts, reverseChallenges } from './attempt-store.ts'

/**
 * The buyer leaves: after a refusal this declines the intent; before any, the buyer may come back until it expires.
 * While an authorisation is under way its answer decides, and closing changes nothing.
 * @see decisions.md §3
 */
export const closeIntent = async (deps: CardDeps, intentId: string): Promise<void> => {
  const became = await deps.db.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, intentId)
    const at = deps.clock.now()
    const attempts = await listAttempts(transaction, intentId)
    if (attempts.some(({ status }) => status === 'authorising')) return null
    const moved = await moveIntent(transaction, payment, countRefusals(attempts), 'close', at)
    if (moved.became) await reverseChallenges(transaction, [intentId], at)
    return moved.became
  })
  if (became) announce(deps, became)
}
