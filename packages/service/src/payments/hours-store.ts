import { sql } from 'kysely'
import type { Database, Executor } from '../db/database.ts'

export interface MerchantToCount {
  readonly merchantId: string
  /** Null where none of its hours have been counted. */
  readonly countedUntil: Date | null
}

/** Merchants whose hours have not been counted up to `until`, or have been past `latest`, by a clock that was set back since. */
export const merchantsToCount = async (
  executor: Executor,
  until: Date,
  latest: Date,
): Promise<readonly MerchantToCount[]> =>
  executor
    .selectFrom('merchants')
    .leftJoin('intent_hours_until as counted', 'counted.merchant_id', 'merchants.id')
    .select(['merchants.id as merchantId', 'counted.until as countedUntil'])
    .where((is) =>
      is.or([is('counted.until', 'is', null), is('counted.until', '<', until), is('counted.until', '>', latest)]),
    )
    .execute()

/** When the first intent that is still open was created, of those from a time on; null where none is. */
const firstOpen = async (executor: Executor, merchantId: string, from: Date, until: Date): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from payment_intents
    where merchant_id = ${merchantId}::uuid and created_at >= ${from} and created_at < ${until} and status = 'Created'
  `.execute(executor)
  return rows[0]?.at ?? null
}

export interface HoursToCount extends MerchantToCount {
  /** Begins an hour. */
  readonly from: Date
  /** Ends an hour in which no intent is created any more. */
  readonly until: Date
}

/**
 * Counts hours of a merchant for good, up to the first in which an intent is open.
 * Where another process has counted meanwhile, nothing is done.
 */
export const countHoursForGood = (
  db: Database,
  { merchantId, countedUntil, from, until }: HoursToCount,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const open = await firstOpen(transaction, merchantId, from, until)
    const { rows } = await sql<{ until: Date }>`
      insert into intent_hours_until as counted (merchant_id, until)
      values (${merchantId}::uuid, date_trunc('hour', ${open ?? until}::timestamptz, 'UTC'))
      on conflict (merchant_id) do update set until = excluded.until where counted.until is not distinct from ${countedUntil}::timestamptz
      returning until
    `.execute(transaction)
    const [row] = rows
    if (row === undefined) return
    await sql`
      insert into intent_hours (merchant_id, at, status, error_code, currency, intents, amount)
      select merchant_id, date_trunc('hour', created_at at time zone 'UTC') at time zone 'UTC', status,
        coalesce(error_code, ''), currency, count(*), sum(amount)
      from payment_intents
      where merchant_id = ${merchantId}::uuid and created_at >= ${from} and created_at < ${row.until}
      group by 1, 2, 3, 4, 5
      on conflict do nothing
    `.execute(transaction)
  })

/** Forgets hours from before a time. */
export const forgetHours = async (executor: Executor, merchantId: string, before: Date): Promise<void> => {
  await executor.deleteFrom('intent_hours').where('merchant_id', '=', merchantId).where('at', '<', before).execute()
}

/** Forgets all hours of a merchant, which are counted anew. */
export const forgetAllHours = async (executor: Executor, merchantId: string): Promise<void> => {
  await executor.deleteFrom('intent_hours').where('merchant_id', '=', merchantId).execute()
  // Last, so that who dies in between leaves it to be done.
  await executor.deleteFrom('intent_hours_until').where('merchant_id', '=', merchantId).execute()
}
