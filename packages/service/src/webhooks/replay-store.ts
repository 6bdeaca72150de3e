import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { eventAtOf } from './delivery-key.ts'
import { insertEnded } from './kept-attempts-store.ts'
import { whereQueued } from './queue-store.ts'
import type { SubscriptionKey } from './subscription-store.ts'

/** A place in the order of events: the event that was read last. */
export interface EventCursor {
  readonly at: Date
  /** Empty for the place before all events of that time. */
  readonly id: string
}

/** The place before all events of a time and later. */
export const startOf = (at: Date): EventCursor => ({ at, id: '' })

export interface Batch {
  readonly after: EventCursor
  /** Events to read at most. */
  readonly limit: number
  /** When what is queued is due. */
  readonly at: Date
}

export interface BatchResult {
  /** Deliveries made due. */
  readonly queued: number
  /** Where to go on; null at the end. */
  readonly next: EventCursor | null
}

interface BatchRow {
  readonly queued: number
  readonly read: number
  readonly last_at: Date | null
  readonly last_id: string | null
}

const toResult = (row: BatchRow | undefined, limit: number): BatchResult => {
  const { queued = 0, read = 0, last_at: at = null, last_id: id = null } = row ?? {}
  return { queued, next: read < limit || at === null || id === null ? null : { at, id } }
}

export interface MissedBatch extends Batch {
  /** Events recorded later are left out. */
  readonly until: Date
  /** Whether deliveries that are waiting are due at once and start their schedule anew; else they stay as they are. */
  readonly isAnew: boolean
}

/** Takes back what arrived in the moment in which it was queued: whoever wrote that down was not seen yet. @returns how many. */
const dropArrived = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
  after: EventCursor,
  until: Date,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    with arrived as materialized (
      select queued.ctid as place from webhook_queue queued cross join lateral (
        select status from webhook_deliveries
        where merchant_id = ${merchantId} and subscription_id = ${id} and event_at = queued.event_at
          and event_id = queued.event_id limit 1
      ) known
      where queued.merchant_id = ${merchantId} and queued.subscription_id = ${id} and queued.lease is null
        and (queued.event_at, queued.event_id) > (${after.at}::timestamptz, ${after.id}::text)
        and queued.event_at <= ${until}::timestamptz and known.status = 'delivered'
    )
    delete from webhook_queue queued using arrived where queued.ctid = arrived.place and queued.lease is null
  `.execute(executor)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Makes events due that have not arrived, in their order, those that were never meant for this subscription before included.
 * Deliveries that a worker has in its hands are left to it. In a transaction, so that nothing is taken before it is through.
 * One look into the index for each event, whatever the planner believes of the table: of a new day's it knows nothing, and
 * of the embedded database's never anything.
 */
export const queueMissed = async (
  executor: Executor,
  key: SubscriptionKey,
  { after, until, limit, at, isAnew }: MissedBatch,
): Promise<BatchResult> => {
  const { id, merchantId } = key
  const onConflict = isAnew
    ? sql`do update set step = 0, due_at = excluded.due_at where delivery.lease is null`
    : sql`do nothing`
  const { rows } = await sql<BatchRow>`
    with batch as materialized (
      select id, created_at, type, subject, body from webhook_events
      where merchant_id = ${merchantId} and (created_at, id) > (${after.at}::timestamptz, ${after.id}::text)
        and created_at >= ${after.at}::timestamptz and created_at <= ${until}::timestamptz
      order by created_at, id limit ${limit}::integer
    ), missed as materialized (
      select event.*, known.id as delivery_id, known.place as known_place, known.status, known.attempts,
        known.created_at as known_since, row_number() over (order by event.created_at, event.id) as place
      from batch event
      join webhook_subscriptions subscription on subscription.merchant_id = ${merchantId} and subscription.id = ${id}
        and (subscription.event_types is null or event.type = any (subscription.event_types))
      left join lateral (
        select ctid as place, id, status, attempts, created_at from webhook_deliveries
        where merchant_id = ${merchantId} and subscription_id = ${id} and event_at = event.created_at
          and event_id = event.id limit 1
      ) known on true
      where known.status is distinct from 'delivered'
    ), taken_back as (
      delete from webhook_deliveries known using missed
      where missed.status = 'failed' and known.event_at = missed.created_at and known.ctid = missed.known_place
    ), queued as (
      insert into webhook_queue as delivery (merchant_id, subscription_id, event_at, event_id, id, event_type, body,
        subscription_hash, subject_hash, step, due_at, attempts, created_at)
      select ${merchantId}::uuid, ${id}::uuid, created_at, id, coalesce(delivery_id, webhook_delivery_id(created_at)), type,
        body, hashtextextended(${id}::text, 0), hashtextextended(${`${id} `}::text || subject, 0), 0, ${at}::timestamptz - (${limit}::integer - place) * interval '1 microsecond',
        coalesce(attempts, '[]'), coalesce(known_since, ${at}::timestamptz)
      from missed order by place
      on conflict (merchant_id, subscription_id, event_at, event_id) ${onConflict}
      returning 1
    )
    select (select count(*) from queued) as queued, (select count(*) from batch) as read, last.created_at as last_at,
      last.id as last_id
    from (select 1) one left join lateral (
      select created_at, id from batch order by created_at desc, id desc limit 1
    ) last on true
  `.execute(executor)
  const { queued, next } = toResult(rows[0], limit)
  return { queued: queued - (await dropArrived(executor, key, after, next?.at ?? until)), next }
}

/** Takes up again what was waiting when a subscription was disabled: due now, or given up when it is from before `since`. */
export const resumeWaiting = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
  { after, limit, at, since }: Batch & { readonly since: Date },
): Promise<BatchResult> => {
  const { rows } = await sql<BatchRow>`
    with batch as materialized (
      select merchant_id, subscription_id, event_at, event_id, created_at from webhook_queue
      where merchant_id = ${merchantId} and subscription_id = ${id}
        and (event_at, event_id) > (${after.at}::timestamptz, ${after.id}::text)
      order by event_at, event_id limit ${limit}::integer
      for update skip locked
    ), located as materialized (
      select wanted.created_at, queued.place from batch wanted ${whereQueued}
    ), given_up as (
      delete from webhook_queue delivery using located
      where delivery.ctid = located.place and located.created_at < ${since}::timestamptz and delivery.lease is null
      returning delivery.*
    ), failed as (${insertEnded(sql`
      select merchant_id, subscription_id, event_at, event_id, id, event_type, 'failed', attempts, created_at from given_up
    `)}
    ), resumed as (
      update webhook_queue delivery set step = 0, due_at = least(delivery.due_at, ${at}::timestamptz)
      from located
      where delivery.ctid = located.place and located.created_at >= ${since}::timestamptz and delivery.lease is null
        and (delivery.step > 0 or delivery.due_at > ${at}::timestamptz)
      returning 1
    )
    select (select count(*) from resumed) as queued, (select count(*) from batch) as read, last.event_at as last_at,
      last.event_id as last_id
    from (select 1) one left join lateral (
      select event_at, event_id from batch order by event_at desc, event_id desc limit 1
    ) last on true
  `.execute(executor)
  return toResult(rows[0], limit)
}

/** Makes one delivery due, whatever became of it; one that a worker has in its hands is left to it. */
export const replayOne = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
  deliveryId: string,
  at: Date,
): Promise<void> => {
  const eventAt = eventAtOf(deliveryId)
  await sql`
    with taken_back as (
      delete from webhook_deliveries
      where merchant_id = ${merchantId} and subscription_id = ${id} and event_at = ${eventAt} and id = ${deliveryId}
      returning *
    ), again as (
      insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body,
        subscription_hash, subject_hash, step, due_at, attempts, created_at)
      select known.merchant_id, known.subscription_id, known.event_at, known.event_id, known.id, known.event_type,
        event.body, hashtextextended(known.subscription_id::text, 0),
        hashtextextended(known.subscription_id || ' ' || event.subject, 0), 0, ${at}::timestamptz,
        known.attempts, known.created_at
      from taken_back known join webhook_events event
        on event.merchant_id = known.merchant_id and event.created_at = known.event_at and event.id = known.event_id
      on conflict (merchant_id, subscription_id, event_at, event_id) do nothing
    )
    update webhook_queue set step = 0, due_at = ${at}
    where merchant_id = ${merchantId} and subscription_id = ${id} and event_at = ${eventAt} and id = ${deliveryId}
      and lease is null
  `.execute(executor)
}
