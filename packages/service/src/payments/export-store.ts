import { sql } from 'kysely'
import { anyOf } from '../db/any-of.ts'
import type { TimedPlace } from '../db/bounded-search.ts'
import type { Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'
import { shownStatus } from './state-rules.ts'
import { paymentsBefore, walkPayments } from './walk-payments-store.ts'

interface Buyer {
  readonly merchantId: string
  readonly buyerHash: Buffer
}

interface Walked extends TimedPlace {
  readonly found: readonly string[]
}

const findBefore = async (executor: Executor, place: TimedPlace, { merchantId, buyerHash }: Buyer) => {
  const { rows } = await sql<Walked>`
    with walked as (${paymentsBefore(place, merchantId)})
    select ${exactTime('created_at')} as at, id, array(select id from walked where buyer_hash = ${buyerHash}) as found
    from walked order by created_at, id limit 1
  `.execute(executor)
  return rows[0]
}

const findBuyersPayments = async (executor: Executor, buyer: Buyer): Promise<readonly string[]> => {
  const ids: string[] = []
  for await (const { found } of walkPayments((place) => findBefore(executor, place, buyer))) ids.push(...found)
  return ids
}

/** Every payment of a buyer of a merchant, the oldest first. */
export const exportPayments = async (executor: Executor, buyer: Buyer, now: Date) => {
  const rows = await executor
    .selectFrom('payment_intents')
    .select(['id', 'created_at', 'expires_at', 'finalised_at', 'status', 'error_code', 'amount', 'currency'])
    .select(['item_id', 'item_title', 'item_description', 'reference', 'buyer_id'])
    .where('id', '=', anyOf(await findBuyersPayments(executor, buyer)))
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, status, expires_at: expiresAt, ...row }) => ({
    payment_intent_id: id,
    status: shownStatus(status, expiresAt, now),
    ...row,
  }))
}
