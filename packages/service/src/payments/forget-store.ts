import { sql } from 'kysely'
import type { TimedPlace } from '../db/bounded-search.ts'
import type { Database, Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'
import { paymentsBefore, walkPayments } from './walk-payments-store.ts'

/** Whether a buyer has a payment whose end is not written down yet. */
export const hasOpenPayment = async (executor: Executor, merchantId: string, buyerHash: Buffer): Promise<boolean> => {
  const open = await executor
    .selectFrom('payment_intents')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('buyer_hash', '=', buyerHash)
    .where('status', '=', 'Created')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

interface Walked extends TimedPlace {
  readonly forgotten: number
}

const forgetBefore = async (
  db: Database,
  place: TimedPlace,
  { merchantId, buyerId }: { readonly merchantId: string; readonly buyerId: string },
): Promise<Walked | undefined> => {
  const { rows } = await sql<Walked>`
    with walked as (${paymentsBefore(place, merchantId)}), forgotten as (
      update payment_intents set buyer_id = null
      where id = any (array(select id from walked where buyer_id = ${buyerId} and status <> 'Created'))
      returning 1
    )
    select ${exactTime('created_at')} as at, id, (select count(*)::integer from forgotten) as forgotten
    from walked order by created_at, id limit 1
  `.execute(db)
  return rows[0]
}

/** Takes a buyer's id off the payments of a merchant that have ended, the newest first. @returns off how many */
export const forgetBuyerId = async (
  db: Database,
  buyer: { readonly merchantId: string; readonly buyerId: string },
): Promise<number> => {
  let total = 0
  for await (const { forgotten } of walkPayments((place) => forgetBefore(db, place, buyer))) total += forgotten
  return total
}
