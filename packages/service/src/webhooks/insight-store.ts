import type { Attempt, DeliveryStatus, EventType, SubscriptionStatus } from '@coinslot/contract'
import { type RawBuilder, sql } from 'kysely'
import { type SearchedPage, searchPage } from '../db/bounded-search.ts'
import { anyOf } from '../db/any-of.ts'
import type { Executor } from '../db/database.ts'
import type { Sealed } from '../db/sealed.ts'
import { deliveryHalves } from './delivery-halves-store.ts'
import { eventAtOf } from './delivery-key.ts'
import { keyArrays, signingKeyPlace, type SubscriptionKey } from './subscription-store.ts'

/** A subscription without its keys. */
export interface SubscriptionRecord {
  readonly id: string
  readonly merchantId: string
  readonly endpoint: string
  readonly description: string
  readonly eventTypes: readonly EventType[] | null
  readonly status: SubscriptionStatus
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly failingSince: Date | null
}

/** The subscriptions of these merchants, the oldest first. */
export const listSubscriptionRecords = async (
  executor: Executor,
  merchantIds: readonly string[],
): Promise<SubscriptionRecord[]> => {
  if (merchantIds.length === 0) return []
  return executor
    .selectFrom('webhook_subscriptions')
    .select([
      'id',
      'merchant_id as merchantId',
      'endpoint',
      'description',
      'event_types as eventTypes',
      'status',
      'created_at as createdAt',
      'disabled_at as disabledAt',
      'failing_since as failingSince',
    ])
    .where('merchant_id', '=', anyOf(merchantIds))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** One event on its way to one subscription. */
export interface DeliveryRecord {
  readonly id: string
  readonly subscriptionId: string
  readonly eventId: string
  readonly eventAt: Date
  readonly eventType: EventType
  readonly body: string
  readonly status: DeliveryStatus
  /** Null where it has ended. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly attempts: readonly Attempt[]
}

interface Selection {
  readonly keys: readonly SubscriptionKey[]
  readonly status?: DeliveryStatus | undefined
  readonly eventType?: EventType | undefined
  /** Of the rows of each half. */
  readonly where: RawBuilder<unknown>
  readonly limit: number
  /** Rows of each half that are looked at for those that match. */
  readonly searchedRows: number
}

const NEWEST_FIRST = sql.raw('order by event_at desc, event_id desc')

/** Of the subscription that is asked about. */
const ofAsked = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`merchant_id = asked.merchant and subscription_id = asked.subscription and ${where}`

/** From what waits and from what has ended, of several subscriptions; newest event first. */
const selectRecords = async (
  executor: Executor,
  { keys, status, eventType, where, limit, searchedRows }: Selection,
): Promise<readonly DeliveryRecord[]> => {
  const columns = sql.raw('id, event_id, event_at, event_type, attempts, created_at')
  const halves = deliveryHalves({
    status,
    where: ofAsked(where),
    page: sql`${NEWEST_FIRST} limit ${searchedRows}::integer`,
    columns: {
      waiting: sql`${columns}, 'pending' as status, due_at`,
      ended: sql`${columns}, status, null::timestamptz as due_at`,
    },
  })
  const { rows } = await sql<DeliveryRecord>`
    select delivery.id, asked.subscription as "subscriptionId", delivery.event_id as "eventId",
      delivery.event_at as "eventAt", delivery.event_type as "eventType", event.body, delivery.status,
      delivery.due_at as "dueAt", delivery.created_at as "createdAt", delivery.attempts
    from ${keyArrays(keys)} as asked (merchant, subscription)
    cross join lateral (
      select * from (${halves}) looked_at
      where ${eventType === undefined ? sql`true` : sql`event_type = ${eventType}`}
      ${NEWEST_FIRST} limit ${limit}::integer
    ) delivery
    join webhook_events event on event.merchant_id = asked.merchant and event.created_at = delivery.event_at
      and event.id = delivery.event_id
    order by delivery.event_at desc, delivery.event_id desc, asked.subscription desc limit ${limit}::integer
  `.execute(executor)
  return rows
}

/** A place in the list: the deliveries of one event are ordered by their subscriptions. */
interface DeliveryPlace {
  /** RFC 3339 in whole milliseconds. */
  readonly at: string
  readonly eventId: string
  readonly subscriptionId: string
}

export interface DeliveryPageRequest extends Omit<Selection, 'where'> {
  /** The last delivery of the page before. */
  readonly before: DeliveryPlace | null
}

const olderThan = ({ before }: DeliveryPageRequest): RawBuilder<unknown> =>
  before === null
    ? sql`true`
    : sql`(event_at, event_id, subscription_id) <
        (${before.at}::timestamptz, ${before.eventId}::text, ${before.subscriptionId}::uuid)`

const isOlder = (place: DeliveryPlace, than: DeliveryPlace): boolean => {
  if (place.at !== than.at) return place.at < than.at
  if (place.eventId !== than.eventId) return place.eventId < than.eventId
  return place.subscriptionId < than.subscriptionId
}

/** Where the halves of each subscription were looked at no further: the newest of these places. */
const readCut = async (
  executor: Executor,
  request: DeliveryPageRequest,
  depth: number,
): Promise<DeliveryPlace | null> => {
  const { keys, status } = request
  const place = sql.raw('event_at, event_id')
  const halves = deliveryHalves({
    status,
    where: ofAsked(olderThan(request)),
    page: sql`${NEWEST_FIRST} offset ${depth - 1}::integer limit 1`,
    columns: { waiting: place, ended: place },
  })
  const { rows } = await sql<{ at: Date; eventId: string; subscriptionId: string }>`
    select event_at as at, event_id as "eventId", asked.subscription as "subscriptionId"
    from ${keyArrays(keys)} as asked (merchant, subscription) cross join lateral (${halves}) looked_at
    order by event_at desc, event_id desc, asked.subscription desc limit 1
  `.execute(executor)
  const [row] = rows
  return row === undefined ? null : { ...row, at: row.at.toISOString() }
}

/** Deliveries of several subscriptions, the newest event first; a type of events is looked for in a bounded number. */
export const listDeliveryRecords = (
  executor: Executor,
  request: DeliveryPageRequest,
): Promise<SearchedPage<DeliveryRecord, DeliveryPlace>> => {
  const from = (cut: DeliveryPlace | null): DeliveryPageRequest => ({ ...request, before: cut ?? request.before })
  return searchPage<DeliveryRecord, DeliveryPlace>({
    lists: request.keys.length * (request.status === undefined ? 2 : 1),
    limit: request.limit,
    searchedRows: request.searchedRows,
    leavesOut: request.eventType !== undefined,
    readRows: (cut, searchedRows, limit) =>
      selectRecords(executor, { ...request, where: olderThan(from(cut)), searchedRows, limit }),
    readCut: (cut, depth) => readCut(executor, from(cut), depth),
    placeOf: ({ eventAt, eventId, subscriptionId }) => ({ at: eventAt.toISOString(), eventId, subscriptionId }),
    isOlder,
  })
}

export const findDeliveryRecord = async (
  executor: Executor,
  keys: readonly SubscriptionKey[],
  id: string,
): Promise<DeliveryRecord | null> => {
  const at = eventAtOf(id)
  const where = sql`event_at = ${at} and id = ${id}::uuid`
  const [record] = await selectRecords(executor, { keys, where, limit: 1, searchedRows: 1 })
  return record ?? null
}

export interface EventRecord {
  readonly id: string
  readonly type: EventType
  readonly createdAt: Date
}

/** The events about one thing that were recorded at these times, which whoever recorded them has kept. */
export const listEventsAbout = async (
  executor: Executor,
  { merchantId, subject, at }: { merchantId: string; subject: string; at: readonly Date[] },
): Promise<readonly EventRecord[]> => {
  if (at.length === 0) return []
  return executor
    .selectFrom('webhook_events')
    .select(['id', 'type', 'created_at as createdAt'])
    .where('merchant_id', '=', merchantId)
    .where('created_at', '=', sql<Date>`any(${at.map((time) => time.toISOString())}::timestamptz[])`)
    .where('subject', '=', subject)
    .orderBy('created_at')
    .execute()
}

/** The deliveries of one event to these subscriptions. */
export const listDeliveriesOf = (
  executor: Executor,
  keys: readonly SubscriptionKey[],
  { id, createdAt }: EventRecord,
): Promise<readonly DeliveryRecord[]> => {
  const where = sql`event_at = ${createdAt} and event_id = ${id}`
  return selectRecords(executor, { keys, where, limit: keys.length, searchedRows: 1 })
}

/** What waits for a subscription. */
export interface Backlog {
  readonly subscriptionId: string
  /** At most `mostCounted`. */
  readonly waiting: number
  /** When the first of those that wait is due. */
  readonly nextAt: Date | null
}

export const readBacklogs = async (
  executor: Executor,
  keys: readonly SubscriptionKey[],
  mostCounted: number,
): Promise<ReadonlyMap<string, Backlog>> => {
  const { rows } = await sql<Backlog>`
    select asked.subscription as "subscriptionId", counted.waiting::integer as waiting, counted.next_at as "nextAt"
    from ${keyArrays(keys)} as asked (merchant, subscription)
    cross join lateral (
      select count(*) as waiting, min(due_at) as next_at from (
        select due_at from webhook_queue
        where subscription_hash = hashtextextended(asked.subscription::text, 0)
          and merchant_id = asked.merchant and subscription_id = asked.subscription
        order by subscription_hash, due_at limit ${mostCounted}::integer
      ) first_due
    ) counted
  `.execute(executor)
  return new Map(rows.map((row) => [row.subscriptionId, row]))
}

/** A key that signed or signs, still sealed. */
export interface KeyRecord {
  readonly key: Sealed
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** The keys of a subscription that are kept, the current one first. */
export const listKeyRecords = async (executor: Executor, subscription: SubscriptionKey): Promise<KeyRecord[]> => {
  const rows = await executor
    .selectFrom('webhook_keys')
    .select(['id', 'key_encrypted as bytes', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('merchant_id', '=', subscription.merchantId)
    .where('subscription_id', '=', subscription.id)
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .execute()
  return rows.map(({ id, bytes, ...times }) => ({ ...times, key: { bytes, place: signingKeyPlace(subscription, id) } }))
}
