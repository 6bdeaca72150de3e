import type { Attempt, DeliveryStatus } from '@coinslot/contract'
import { sql } from 'kysely'
import type { Secrets } from '../platform/secrets.ts'
import type { Executor } from '../db/database.ts'

/**
 * Joined to a statement, lets its commit return before it is on disk. A database that crashes in that moment forgets that a
 * delivery was taken or had arrived, and it is sent again: events themselves are never committed so.
 */
const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) as unhurried`

/** A delivery that this worker alone may attempt until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string
  readonly subscriptionId: string
  readonly eventId: string
  readonly body: string
  /** Attempts made since it was created or last replayed. */
  readonly step: number
}

export interface ClaimRequest {
  readonly now: Date
  /** Names the worker. */
  readonly lease: string
  readonly leaseUntil: Date
  /** Deliveries to take at most, in all. */
  readonly limit: number
  /** Deliveries to take at most for one subscription, unless `capacities` says otherwise. */
  readonly defaultCapacity: number
  readonly capacities: readonly { readonly id: string; readonly capacity: number }[]
}

/**
 * Takes deliveries that are due, so many for each enabled subscription. One waits for earlier ones about the same subject
 * until they have been tried.
 */
export const claimDue = async (executor: Executor, request: ClaimRequest): Promise<ClaimedDelivery[]> => {
  const { now, lease, leaseUntil, limit, defaultCapacity, capacities } = request
  const { rows } = await sql<ClaimedDelivery>`
    with recursive waiting (id) as (
      (select subscription_id from webhook_deliveries where status = 'pending' order by subscription_id limit 1)
      union all
      select (
        select subscription_id from webhook_deliveries
        where status = 'pending' and subscription_id > waiting.id
        order by subscription_id limit 1
      ) from waiting where waiting.id is not null
    ), due as materialized (
      select candidate.id
      from waiting
      join webhook_subscriptions subscription on subscription.id = waiting.id and subscription.status = 'enabled'
      left join jsonb_to_recordset(${JSON.stringify(capacities)}::jsonb) as known (id uuid, capacity integer)
        on known.id = subscription.id
      cross join lateral (
        select delivery.id from webhook_deliveries delivery
        where delivery.subscription_id = subscription.id and delivery.status = 'pending' and delivery.due_at <= ${now}
          and (delivery.leased_until is null or delivery.leased_until <= ${now})
          and delivery.seq <= coalesce((
            select ahead.seq from webhook_deliveries ahead
            where ahead.lane = delivery.lane and ahead.status = 'pending' and ahead.step = 0
            order by ahead.seq limit 1
          ), delivery.seq)
        order by delivery.due_at, delivery.seq
        limit coalesce(known.capacity, ${defaultCapacity}::integer)
        for update skip locked
      ) candidate
      limit ${limit}::integer
    )
    update webhook_deliveries delivery set lease = ${lease}, leased_until = ${leaseUntil}
    from due, webhook_events event, ${unhurried}
    where delivery.id = due.id and event.id = delivery.event_id
    returning delivery.id, delivery.subscription_id as "subscriptionId", delivery.event_id as "eventId",
      delivery.step, event.body
  `.execute(executor)
  return rows
}

/** Where deliveries of a subscription go. */
export interface Target {
  readonly id: string
  readonly endpoint: string
  readonly failingSince: Date | null
  /** The current key first. */
  readonly keys: readonly string[]
}

export const loadTargets = async (
  executor: Executor,
  secrets: Secrets,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Target>> => {
  const rows = await executor
    .selectFrom('webhook_subscriptions as subscription')
    .innerJoin('webhook_keys as key', 'key.subscription_id', 'subscription.id')
    .select(['subscription.id', 'endpoint', 'failing_since as failingSince', 'key_encrypted as key'])
    .where('subscription.id', 'in', [...ids])
    .where((where) => where.or([where('key.expires_at', 'is', null), where('key.expires_at', '>', now)]))
    .orderBy('key.expires_at', (order) => order.desc().nullsFirst())
    .execute()
  const targets = new Map<string, Target & { keys: string[] }>()
  for (const { key, ...target } of rows) {
    const known = targets.get(target.id) ?? { ...target, keys: [] }
    known.keys.push(secrets.decrypt(key).toString())
    targets.set(target.id, known)
  }
  return targets
}

export interface AttemptRecord {
  readonly deliveryId: string
  readonly attempt: Attempt
  readonly status: DeliveryStatus
  /** Null when nothing follows. */
  readonly nextAttemptAt: Date | null
}

/**
 * Writes attempts down and ends the worker's leases. Where another worker has taken a delivery over since, the attempt is added and an
 * arrival counts, but the other's lease stands.
 */
export const recordAttempts = async (
  executor: Executor,
  lease: string,
  records: readonly AttemptRecord[],
): Promise<void> => {
  const results = records.map(({ deliveryId, attempt, status, nextAttemptAt }) => ({
    id: deliveryId,
    attempt,
    status,
    due_at: nextAttemptAt ?? attempt.at,
  }))
  await sql`
    update webhook_deliveries delivery set
      attempts = delivery.attempts || result.attempt,
      step = delivery.step + 1,
      status = case
        when delivery.status = 'delivered' or delivery.lease is distinct from ${lease}::uuid and result.status <> 'delivered'
        then delivery.status else result.status end,
      due_at = case when delivery.lease = ${lease}::uuid then result.due_at else delivery.due_at end,
      leased_until = case when delivery.lease = ${lease}::uuid then null else delivery.leased_until end,
      lease = nullif(delivery.lease, ${lease}::uuid)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as result (id uuid, attempt jsonb, status text, due_at timestamptz), ${unhurried}
    where delivery.id = result.id and delivery.id = any (${records.map(({ deliveryId }) => deliveryId)}::uuid[])
  `.execute(executor)
}

/** Gives deliveries back untried, for any worker to take at once. */
export const releaseDeliveries = async (executor: Executor, lease: string, ids: readonly string[]): Promise<void> => {
  await executor
    .updateTable('webhook_deliveries')
    .set({ lease: null, leased_until: null })
    .where('id', 'in', [...ids])
    .where('lease', '=', lease)
    .execute()
}
