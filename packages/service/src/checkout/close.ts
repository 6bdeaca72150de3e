import type { Deps } from '../deps.ts'
import { moveIntent } from '../payments/finalise.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { countRefusals, listAttempts, reverseChallenges } from './attempt-store.ts'

/**
 * The buyer leaves: after a refusal this declines the intent; before any, the buyer may come back until it expires.
 * While an authorisation is under way its answer decides, and closing changes nothing.
 * @see decisions.md §3
 */
export const close = async (deps: Deps, intentId: string): Promise<void> => {
  const at = deps.clock.now()
  const becameFinal = await deps.db.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, intentId)
    const attempts = await listAttempts(transaction, intentId)
    if (attempts.some(({ status }) => status === 'authorising')) return false
    const moved = await moveIntent(transaction, payment, countRefusals(attempts), 'close', at)
    if (moved.becameFinal) await reverseChallenges(transaction, [intentId], at)
    return moved.becameFinal
  })
  if (becameFinal) deps.wakeDeliveries()
}
