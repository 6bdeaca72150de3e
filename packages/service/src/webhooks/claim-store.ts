import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { type DeliveryKey, keyColumns } from './delivery-key.ts'
import { asynchronousCommit, whereFree, whereQueued } from './queue-store.ts'
import type { SubscriptionKey } from './subscription-store.ts'

/** How long a delivery stands back for an earlier one about the same subject, unless that one is tried before. */
const STAND_BACK_MS = 5_000
const BEYOND_ALL_HASHES = '9223372036854775807'

/** A delivery that came up; one that is next is this worker's alone until its lease ends. */
export interface ClaimedDelivery extends DeliveryKey {
  readonly id: string
  readonly body: string
  readonly subjectHash: string
  /** Attempts made since it was created or last replayed. */
  readonly step: number
  /** When it fell due, whatever it is put off to now. */
  readonly dueAt: Date
  /** False where an earlier delivery about the same subject is to be tried first: it is then not this worker's. */
  readonly isNext: boolean
}

export interface Visit {
  /** Where to go on: what the visit before answered, or null for the beginning. */
  readonly after: string | null
  /** Subscriptions to visit at most. */
  readonly limit: number
  /** Others that are asked for besides. */
  readonly besides?: readonly SubscriptionKey[]
}

/** An enabled subscription that has, or had a moment ago, deliveries waiting. */
export interface WaitingSubscription extends SubscriptionKey {
  /** Where a visit goes on that came as far as here; null for one that was asked for besides. */
  readonly place: string | null
}

/**
 * Enabled subscriptions that have deliveries waiting, due or not: each is found by one step in the index, however many
 * deliveries it has. From the end, where a line that is being worked off has rows that live, not rows that are gone.
 * @returns them, and where to go on; null when there are no more.
 */
export const waitingSubscriptions = async (
  executor: Executor,
  { after, limit, besides = [] }: Visit,
): Promise<{ enabled: WaitingSubscription[]; next: string | null }> => {
  const asked = besides.map(({ merchantId, id }) => ({ merchant_id: merchantId, subscription_id: id }))
  const { rows } = await sql<WaitingSubscription & { isEnabled: boolean }>`
    with recursive visited (subscription_hash, merchant_id, subscription_id, visits) as (
      (select subscription_hash, merchant_id, subscription_id, 1 from webhook_queue
      where subscription_hash < ${after ?? BEYOND_ALL_HASHES}::bigint
      order by subscription_hash desc, due_at desc limit 1)
      union all
      select next.subscription_hash, next.merchant_id, next.subscription_id, visited.visits + 1
      from visited cross join lateral (
        select subscription_hash, merchant_id, subscription_id from webhook_queue
        where subscription_hash < visited.subscription_hash
        order by subscription_hash desc, due_at desc limit 1
      ) next
      where visited.visits < ${limit}::integer
    )
    select seen.merchant_id as "merchantId", seen.subscription_id as id, seen.place,
      coalesce(subscription.status = 'enabled', false) as "isEnabled"
    from (
      select merchant_id, subscription_id, subscription_hash::text as place from visited
      union all
      select merchant_id, subscription_id, null from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as asked (merchant_id uuid, subscription_id uuid)
    ) seen left join lateral (
      select status from webhook_subscriptions
      where merchant_id = seen.merchant_id and id = seen.subscription_id limit 1
    ) subscription on true
  `.execute(executor)
  const visited = rows.filter(({ place }) => place !== null)
  const known = new Set(visited.map(({ id }) => id))
  const enabled = rows
    .filter(({ isEnabled, place, id }) => isEnabled && (place !== null || !known.has(id)))
    .map(({ merchantId, id, place }) => ({ merchantId, id, place }))
  return { enabled, next: visited.length < limit ? null : (visited.at(-1)?.place ?? null) }
}

export interface Claim {
  readonly now: Date
  /** Names the worker. */
  readonly lease: string
  readonly leaseUntil: Date
  readonly wanted: readonly (SubscriptionKey & {
    /** Deliveries to take at most. */
    readonly capacity: number
    /** Those that were due before are passed over. */
    readonly dueFrom?: Date | undefined
  })[]
  /** Deliveries to take at most of all together, of the first subscriptions first. Default: no limit. */
  readonly limit?: number
}

/**
 * Takes deliveries that are due, so many for each subscription and in the order in which they fell due. Reads as many rows
 * as it takes, and those that are in others' hands. A delivery that comes up before an earlier one about the same subject
 * has been tried is made to stand back. Nobody has one in their hands for ten minutes: what seems so was taken by a clock that
 * has been set back since.
 */
export const claimDue = async (
  executor: Executor,
  { now, lease, leaseUntil, wanted, limit }: Claim,
): Promise<ClaimedDelivery[]> => {
  const places = wanted.map(({ id, capacity, dueFrom }) => ({ id, capacity, due_from: dueFrom ?? '-infinity' }))
  const { rows } = await sql<ClaimedDelivery>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as wanted (id uuid, capacity integer, due_from timestamptz)
    ), due as materialized (
      select due.* from wanted cross join lateral (
        select ctid as place, event_at, event_id, subject_hash, due_at as fell_due from webhook_queue
        where subscription_hash = hashtextextended(wanted.id::text, 0)
          and due_at <= ${now}::timestamptz and due_at >= wanted.due_from
          and (leased_until is null or leased_until <= ${now}::timestamptz
            or leased_until > ${now}::timestamptz + interval '10 minutes')
        order by due_at
        limit wanted.capacity
        for update skip locked
      ) due limit ${limit ?? null}::integer
    ), checked as materialized (
      select due.place, due.fell_due,
        coalesce((due.event_at, due.event_id) <= (first.event_at, first.event_id), true) as is_next
      from due left join lateral (
        select event_at, event_id from webhook_queue
        where subject_hash = due.subject_hash and step = 0
        order by event_at, event_id limit 1
      ) first on true
    )
    update webhook_queue delivery set
      lease = case when is_next then ${lease}::uuid end,
      leased_until = case when is_next then ${leaseUntil}::timestamptz end,
      due_at = case when is_next then due_at else ${new Date(now.getTime() + STAND_BACK_MS)}::timestamptz end
    from checked, ${asynchronousCommit}
    where delivery.ctid = checked.place
    returning merchant_id as "merchantId", subscription_id as "subscriptionId", event_at as "eventAt",
      event_id as "eventId", id, body, subject_hash::text as "subjectHash", step, fell_due as "dueAt", is_next as "isNext"
  `.execute(executor)
  return rows
}

/** Gives deliveries back untried, for any worker to take at once; one that another transaction holds, once its lease is over. */
export const releaseDeliveries = async (
  executor: Executor,
  lease: string,
  deliveries: readonly DeliveryKey[],
): Promise<void> => {
  await sql`
    with located as materialized (
      select queued.place from jsonb_to_recordset(${JSON.stringify(deliveries.map(keyColumns))}::jsonb) as wanted
        (merchant_id uuid, subscription_id uuid, event_at timestamptz, event_id text) ${whereQueued}
    ), released as materialized (
      select located.place from located ${whereFree}
    )
    update webhook_queue delivery set lease = null, leased_until = null
    from released
    where delivery.ctid = released.place and delivery.lease = ${lease}::uuid
  `.execute(executor)
}

/** Gives back all that any worker had in its hands; for a database that nobody else has open. */
export const releaseAll = async (executor: Executor): Promise<void> => {
  await executor
    .updateTable('webhook_queue')
    .set({ lease: null, leased_until: null })
    .where('leased_until', 'is not', null)
    .execute()
}
