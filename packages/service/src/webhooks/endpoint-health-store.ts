import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { FAILURES_FORGOTTEN_MS } from './disable-rules.ts'
import { keyArrays, type SubscriptionKey } from './subscription-store.ts'

/** Keeps others from writing subscriptions until the transaction ends: in one order, so that nobody waits for who waits for them. */
export const holdSubscriptions = async (
  executor: Executor,
  subscriptions: readonly SubscriptionKey[],
): Promise<void> => {
  await sql`
    select from webhook_subscriptions where (merchant_id, id) in (select * from ${keyArrays(subscriptions)})
    order by merchant_id, id for no key update
  `.execute(executor)
}

/** A subscription, and the endpoint at which it was tried. */
interface Tried extends SubscriptionKey {
  readonly endpoint: string
}

/** Of what was tried, subscriptions that have that endpoint still; the answers of the one before say nothing of it. */
const areTried = (tried: readonly Tried[]) => sql`(merchant_id, id, endpoint) in (
  select * from unnest(${tried.map(({ merchantId }) => merchantId)}::uuid[], ${tried.map(({ id }) => id)}::uuid[],
    ${tried.map(({ endpoint }) => endpoint)}::text[])
)`

/** Endpoints that answered well are no longer failing. */
export const markHealthy = async (executor: Executor, tried: readonly Tried[]): Promise<void> => {
  await sql`
    update webhook_subscriptions set failing_since = null
    where (merchant_id, id) in (
      select merchant_id, id from webhook_subscriptions
      where failing_since is not null and ${areTried(tried)} order by merchant_id, id for no key update
    )
  `.execute(executor)
}

/** Since when an endpoint of a subscription has done nothing but fail. */
export interface Failing extends Tried {
  readonly failingSince: Date
}

/** How exactly it is noted when an endpoint failed last: one that always fails is not written at each attempt. */
const NOTED_EVERY_MS = 60 * 60 * 1000

/**
 * Notes failures. An endpoint that nothing was sent to for ten days, as while the service was off, counts as failing from
 * now on.
 * @returns since when each has been failing, but for those that a subscription has no more: it has moved. The rest stay as
 * they are until the transaction ends.
 */
export const markFailing = async (executor: Executor, tried: readonly Tried[], at: Date): Promise<Failing[]> => {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const { rows } = await sql<Failing>`
    with held as materialized (
      select merchant_id, id, endpoint, failing_since, last_failed_at from webhook_subscriptions
      where ${areTried(tried)} order by merchant_id, id for no key update
    ), noted as (
      update webhook_subscriptions subscription set last_failed_at = ${at}, failing_since = case
        when held.last_failed_at <= ${ago(FAILURES_FORGOTTEN_MS)} then ${at} else coalesce(held.failing_since, ${at})
      end
      from held
      where subscription.merchant_id = held.merchant_id and subscription.id = held.id
        and (held.failing_since is null or held.last_failed_at is null or held.last_failed_at <= ${ago(NOTED_EVERY_MS)})
      returning subscription.merchant_id, subscription.id, subscription.failing_since
    )
    select merchant_id as "merchantId", id, endpoint,
      coalesce(noted.failing_since, held.failing_since) as "failingSince"
    from held left join noted using (merchant_id, id)
  `.execute(executor)
  return rows
}
