import { setImmediate } from 'node:timers/promises'
import { reverseChallenges } from './attempt-store.ts'
import type { CardDeps } from './deps.ts'
import { announce, finalise } from '../payments/finalise.ts'
import { lockExpired, lockPayment } from '../payments/payment-store.ts'

/** Short enough that requests on the embedded database hardly wait for it. */
const BATCH = 50

/** Writes down that one intent has expired, whatever its time; nothing changes where it has ended. For the sandbox. */
export const expireIntentNow = async (deps: CardDeps, id: string): Promise<void> => {
  const isExpired = await deps.db.transaction().execute(async (transaction) => {
    const payment = await lockPayment(transaction, id)
    if (payment.status !== 'Created') return false
    const now = deps.clock.now()
    await finalise(transaction, [payment], 'Expired', now)
    await reverseChallenges(transaction, [id], now)
    return true
  })
  if (isExpired) announce(deps, 'Expired')
}

const expireBatch = (deps: CardDeps): Promise<number> =>
  deps.db.transaction().execute(async (transaction) => {
    // Read once the connection is there: who enables a subscription looks for what was missed by the time in an event.
    const now = deps.clock.now()
    const expired = await lockExpired(transaction, now, BATCH)
    if (expired.length === 0) return 0
    await finalise(transaction, expired, 'Expired', now)
    await reverseChallenges(
      transaction,
      expired.map(({ id }) => id),
      now,
    )
    return expired.length
  })

/**
 * Writes down that intents have expired, with one event each. Several processes may sweep at once: each takes what the
 * others have not. Ends early where the service stops.
 * @returns how many this call expired.
 */
export const expireIntents = async (deps: CardDeps, isStopping: () => boolean = () => false): Promise<number> => {
  let total = 0
  for (let expired = BATCH; expired === BATCH && !isStopping(); total += expired) {
    expired = await expireBatch(deps)
    if (expired > 0) announce(deps, 'Expired', expired)
    // The embedded database answers without a turn of the event loop: requests get one between batches.
    await setImmediate()
  }
  return total
}
