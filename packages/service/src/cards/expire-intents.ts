import { setImmediate } from 'node:timers/promises'
import { reverseChallenges } from './attempt-store.ts'
import type { CardDeps } from './deps.ts'
import { announce, finalise } from '../payments/finalise.ts'
import { lockExpired, lockPayment } from '../payments/payment-store.ts'
import { merchantsHeld } from '../webhooks/outbox.ts'

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

/** @param held merchants that are passed over; those whose subscriptions somebody holds come to them. */
const expireBatch = (deps: CardDeps, held: Set<string>) =>
  deps.db.transaction().execute(async (transaction) => {
    // Read once the connection is there: who enables a subscription looks for what was missed by the time in an event.
    const now = deps.clock.now()
    const due = await lockExpired(transaction, { now, limit: BATCH, except: [...held] })
    const isLast = due.length < BATCH
    if (due.length === 0) return { expired: 0, isLast }
    const merchantIds = due.map(({ merchantId }) => merchantId)
    for (const merchantId of await merchantsHeld(transaction, merchantIds)) held.add(merchantId)
    const expired = due.filter(({ merchantId }) => !held.has(merchantId))
    await finalise(transaction, expired, 'Expired', now)
    await reverseChallenges(
      transaction,
      expired.map(({ id }) => id),
      now,
    )
    return { expired: expired.length, isLast }
  })

/**
 * Writes down that intents have expired, with one event each. Several processes may sweep at once: each takes what the
 * others have not. Those of a merchant whose subscription somebody holds are left to a later sweep. Ends early where the
 * service stops.
 * @returns how many this call expired.
 */
export const expireIntents = async (deps: CardDeps, isStopping: () => boolean = () => false): Promise<number> => {
  const held = new Set<string>()
  let total = 0
  for (let isDone = false; !isDone && !isStopping();) {
    const { expired, isLast } = await expireBatch(deps, held)
    if (expired > 0) announce(deps, 'Expired', expired)
    total += expired
    isDone = isLast
    // The embedded database answers without a turn of the event loop: requests get one between batches.
    await setImmediate()
  }
  return total
}
