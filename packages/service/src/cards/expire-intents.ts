import { setImmediate } from 'node:timers/promises'
import { reverseChallenges } from './attempt-store.ts'
import type { CardDeps } from './deps.ts'
import { announce, finalise } from '../payments/finalise.ts'
import { lockExpired } from '../payments/payment-store.ts'

/** Short enough that requests on the embedded database hardly wait for it. */
const BATCH = 50

const expireBatch = async (deps: CardDeps): Promise<number> => {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (transaction) => {
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
}

/**
 * Writes down that intents have expired, with one event each. Several processes may sweep at once: each takes what the
 * others have not.
 * @returns how many this call expired.
 */
export const expireIntents = async (deps: CardDeps): Promise<number> => {
  let total = 0
  for (let expired = BATCH; expired === BATCH; total += expired) {
    expired = await expireBatch(deps)
    if (expired > 0) announce(deps, 'Expired', expired)
    // The embedded database answers without a turn of the event loop: requests get one between batches.
    await setImmediate()
  }
  return total
}
