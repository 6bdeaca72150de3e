import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { keyArrays, type SubscriptionKey } from './subscription-store.ts'

/** Endpoints that answered well are no longer failing. */
export const markHealthy = async (executor: Executor, subscriptions: readonly SubscriptionKey[]): Promise<void> => {
  await sql`
    update webhook_subscriptions set failing_since = null
    where (merchant_id, id) in (
      select merchant_id, id from webhook_subscriptions
      where (merchant_id, id) in (select * from ${keyArrays(subscriptions)}) and failing_since is not null
      order by merchant_id, id for no key update
    )
  `.execute(executor)
}

/** A subscription, and the endpoint at which it was tried. */
interface Tried extends SubscriptionKey {
  readonly endpoint: string
}

/**
 * Notes a failure where none is noted yet.
 * @returns since when each endpoint has been failing, but for those that a subscription has no more: it has moved.
 */
export const markFailing = async (
  executor: Executor,
  tried: readonly Tried[],
  at: Date,
): Promise<ReadonlyMap<string, Date>> => {
  const areTried = sql`(merchant_id, id, endpoint) in (
    select * from unnest(${tried.map(({ merchantId }) => merchantId)}::uuid[], ${tried.map(({ id }) => id)}::uuid[],
      ${tried.map(({ endpoint }) => endpoint)}::text[])
  )`
  await sql`
    update webhook_subscriptions set failing_since = ${at}
    where (merchant_id, id) in (
      select merchant_id, id from webhook_subscriptions
      where ${areTried} and failing_since is null
      order by merchant_id, id for no key update
    )
  `.execute(executor)
  const { rows } = await sql<{ id: string; failing_since: Date | null }>`
    select id, failing_since from webhook_subscriptions where ${areTried}
  `.execute(executor)
  return new Map(rows.map((row) => [row.id, row.failing_since ?? at]))
}
