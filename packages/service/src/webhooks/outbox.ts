import type { WebhookEvent } from '@coinslot/contract'
import { sql } from 'kysely'
import { v7 as timeOrderedUuid } from 'uuid'
import type { Executor } from '../db/database.ts'
import { recordInTurn } from './recording-turns.ts'

type Content<Event> = Event extends WebhookEvent ? Pick<Event, 'type' | 'data'> : never

/** Something that happened to a merchant. */
export type NewEvent = Content<WebhookEvent> & {
  /** Default: a fresh one. The same id recorded twice with the same time is one event. */
  readonly id?: string
  readonly merchantId: string
  readonly at: Date
}

/** Events about one subject reach an endpoint in their order. */
const subjectOf = (data: WebhookEvent['data']): string => {
  if ('subscription_id' in data) return data.subscription_id
  return data.payment_intent_id ?? ('kyc_session_id' in data ? data.kyc_session_id : '')
}

export const newEventId = (): string => `evt_${timeOrderedUuid().replaceAll('-', '')}`

/** The body of an event, byte for byte as it is signed and sent. @see decisions.md §7 */
export const eventBody = (id: string, { type, data, at }: NewEvent): string =>
  JSON.stringify({ id, type, version: '1', created_at: at.toISOString(), data })

const columnsOf = (event: NewEvent) => {
  const { id = newEventId(), type, data, at } = event
  return { id, type, subject: subjectOf(data), body: eventBody(id, event), created_at: at }
}

/** One row, as most often, is written out: the embedded database takes half as long over it. */
const rowsOf = (merchantId: string, events: readonly ReturnType<typeof columnsOf>[]) => {
  const [event, ...rest] = events
  if (event !== undefined && rest.length === 0)
    return sql`values (${merchantId}, ${event.id}, ${event.type}, ${event.subject}, ${event.body}, ${event.created_at})`
  return sql`select ${merchantId}, given.* from json_to_recordset(${JSON.stringify(events)}::json)
    as given (id text, type text, subject text, body text, created_at timestamptz)`
}

const insertAll = (executor: Executor, merchantId: string, events: readonly NewEvent[], mayWait: boolean) =>
  sql`
    with event as (
      insert into webhook_events (merchant_id, id, type, subject, body, created_at)
      ${rowsOf(merchantId, events.map(columnsOf))}
      on conflict (merchant_id, created_at, id) do nothing
      returning *
    ), subscription as (
      select id, status, event_types, is_catching_up from webhook_subscriptions
      where merchant_id = ${merchantId} order by id for key share ${sql.raw(mayWait ? '' : 'nowait')}
    ), missed_before as (
      update webhook_subscriptions subscription set disabled_at = missed.at
      from (select min(created_at) as at from event) missed
      where subscription.merchant_id = ${merchantId} and subscription.status = 'disabled'
        and subscription.disabled_at > missed.at
    )
    insert into webhook_queue
      (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash, subject_hash, step, due_at,
      created_at)
    select event.merchant_id, subscription.id, event.created_at, event.id, webhook_delivery_id(event.created_at),
      event.type, event.body, hashtextextended(subscription.id::text, 0),
      hashtextextended(subscription.id || ' ' || event.subject, 0), 0, event.created_at, event.created_at
    from event, subscription
    where subscription.status = 'enabled' and not subscription.is_catching_up
      and (subscription.event_types is null or event.type = any (subscription.event_types))
  `.execute(executor)

/** In a statement for each merchant: one for all of several merchants takes twice as long for a single event. */
const recordAll = (executor: Executor, merchantId: string, events: readonly NewEvent[]): Promise<void> =>
  recordInTurn(merchantId, (mayWait) => insertAll(executor, merchantId, events, mayWait))

/**
 * Writes events and their deliveries to every enabled subscription of their merchants that takes their type. Call it inside the transaction
 * of the change, and `wakeDeliveries` after the commit.
 *
 * The subscriptions are locked as a foreign key locks them, which enabling one waits for: an event is either delivered or seen as missed.
 * One that is disabled counts as disabled no later than what it misses, whose time lies before where the clock was set back.
 */
export const recordEvents = async (executor: Executor, events: readonly NewEvent[]): Promise<void> => {
  for (const merchant of new Set(events.map(({ merchantId }) => merchantId))) {
    const theirs = events.filter(({ merchantId }) => merchantId === merchant)
    await recordAll(executor, merchant, theirs)
  }
}

/** Writes one event, as `recordEvents` does. @returns the event's id. */
export const recordEvent = async (executor: Executor, event: NewEvent): Promise<string> => {
  const { id = newEventId() } = event
  await recordAll(executor, event.merchantId, [{ ...event, id }])
  return id
}

/**
 * Of these merchants, those whose events cannot be recorded for now: another transaction holds one of their subscriptions,
 * such as an operator's. The subscriptions of the rest stay enabled or disabled as they are until the transaction ends.
 */
export const merchantsHeld = async (executor: Executor, merchantIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ merchantId: string }>`
    with free as materialized (
      select merchant_id, id from webhook_subscriptions
      where merchant_id = any (${merchantIds}::uuid[]) for key share skip locked
    )
    select distinct merchant_id as "merchantId"
    from webhook_subscriptions left join free using (merchant_id, id)
    where merchant_id = any (${merchantIds}::uuid[]) and free.id is null
  `.execute(executor)
  return rows.map(({ merchantId }) => merchantId)
}
