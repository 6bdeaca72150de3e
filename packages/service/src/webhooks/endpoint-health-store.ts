import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { FAILURES_FORGOTTEN_MS } from './disable-rules.ts'
import type { Target } from './target-store.ts'

/** A subscription, the endpoint at which it was tried, and how often it had been enabled again or moved by then. */
export type Tried = Pick<Target, 'id' | 'merchantId' | 'endpoint' | 'timesEnabled'>

/**
 * Of what was tried, subscriptions that have that endpoint still and were neither enabled again nor moved since; the answers of
 * the one before, or of the time before, say nothing of it.
 */
const areTried = (tried: readonly Tried[]) => sql`(merchant_id, id, endpoint, times_enabled) in (
  select * from unnest(${tried.map(({ merchantId }) => merchantId)}::uuid[], ${tried.map(({ id }) => id)}::uuid[],
    ${tried.map(({ endpoint }) => endpoint)}::text[], ${tried.map(({ timesEnabled }) => timesEnabled)}::integer[])
)`

/**
 * Endpoints that answered well are no longer failing. One whose subscription another transaction holds stays as it is until
 * it answers again: all deliveries would wait for that transaction.
 */
export const markHealthy = async (executor: Executor, tried: readonly Tried[]): Promise<void> => {
  await sql`
    update webhook_subscriptions set failing_since = null
    where (merchant_id, id) in (
      select merchant_id, id from webhook_subscriptions
      where failing_since is not null and ${areTried(tried)} for no key update skip locked
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
 * @returns since when each has been failing, but for those that a subscription has no more (it has moved, or was enabled
 * again) and those that another transaction holds, of which the next attempt tells. The rest stay as they are until the
 * transaction ends.
 */
export const markFailing = async (executor: Executor, tried: readonly Tried[], at: Date): Promise<Failing[]> => {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const { rows } = await sql<Failing>`
    with held as materialized (
      select merchant_id, id, endpoint, times_enabled, failing_since, last_failed_at from webhook_subscriptions
      where ${areTried(tried)} for no key update skip locked
    ), noted as (
      update webhook_subscriptions subscription set last_failed_at = ${at}, failing_since = case
        when held.last_failed_at <= ${ago(FAILURES_FORGOTTEN_MS)} then ${at} else coalesce(held.failing_since, ${at})
      end
      from held
      where subscription.merchant_id = held.merchant_id and subscription.id = held.id
        and (held.failing_since is null or held.last_failed_at is null or held.last_failed_at <= ${ago(NOTED_EVERY_MS)})
      returning subscription.merchant_id, subscription.id, subscription.failing_since
    )
    select merchant_id as "merchantId", id, endpoint, times_enabled as "timesEnabled",
      coalesce(noted.failing_since, held.failing_since) as "failingSince"
    from held left join noted using (merchant_id, id)
  `.execute(executor)
  return rows
}
