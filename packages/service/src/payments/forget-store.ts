import { sql } from 'kysely'
import type { TimedPlace } from '../db/bounded-search.ts'
import type { Database, Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'

/** How many payments one statement looks at: the rest of the service goes on in between. */
const BATCH = 5_000

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
  { at, id }: TimedPlace,
  { merchantId, buyerId }: { readonly merchantId: string; readonly buyerId: string },
): Promise<Walked | undefined> => {
  const { rows } = await sql<Walked>`
    with walked as (
      select id, created_at, buyer_id, status from payment_intents
      where merchant_id = ${merchantId} and (created_at, id) < (${at}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc limit ${BATCH}::integer
    ), forgotten as (
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
  let forgotten = 0
  let place: Walked | undefined = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', forgotten: 0 }
  while ((place = await forgetBefore(db, place, buyer)) !== undefined) forgotten += place.forgotten
  return forgotten
}
