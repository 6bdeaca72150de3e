import { randomUUID } from 'node:crypto'
import type { EventType, Subscription, SubscriptionPatch, SubscriptionStatus } from '@coinslot/contract'
import { type InferResult, sql } from 'kysely'
import { readIfPossible, type Secrets } from '../platform/secrets.ts'
import type { Executor } from '../db/database.ts'
import { placeOf } from '../db/sealed.ts'
import { signingKey } from './signature.ts'

/** One subscription of one merchant; another merchant's is as good as none. */
export interface SubscriptionKey {
  readonly id: string
  readonly merchantId: string
}

/** Where a signing key of a subscription stands. */
export const signingKeyPlace = ({ merchantId, id }: SubscriptionKey, keyId: string) =>
  placeOf('webhook_keys', 'key_encrypted', [merchantId, id, keyId])

/** Keys as a statement reads them: merchants and ids. */
export const keyArrays = (keys: readonly SubscriptionKey[]) =>
  sql`unnest(${keys.map(({ merchantId }) => merchantId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`

export interface NewSubscription {
  readonly merchantId: string
  readonly endpoint: string
  readonly description: string
  readonly status: SubscriptionStatus
  /** Default null: events of every type are delivered. */
  readonly eventTypes?: readonly EventType[] | null
  readonly at: Date
}

const selectSubscriptions = (executor: Executor) =>
  executor
    .selectFrom('webhook_subscriptions as subscription')
    .innerJoin('webhook_keys as key', (join) =>
      join
        .onRef('key.merchant_id', '=', 'subscription.merchant_id')
        .onRef('key.subscription_id', '=', 'subscription.id')
        .on('key.expires_at', 'is', null),
    )
    .leftJoin('webhook_backfills as backfill', (join) =>
      join
        .onRef('backfill.merchant_id', '=', 'subscription.merchant_id')
        .onRef('backfill.subscription_id', '=', 'subscription.id'),
    )
    .select([
      'subscription.id',
      'subscription.merchant_id',
      'subscription.description',
      'subscription.endpoint',
      'subscription.status',
      'subscription.event_types',
      'backfill.since',
      'backfill.started_at',
      'backfill.reached_at',
      'backfill.queued',
      'key.id as key_id',
      'key.key_encrypted',
    ])
type SubscriptionRow = InferResult<ReturnType<typeof selectSubscriptions>>[number]

const toProgress = ({ since, started_at, reached_at, queued }: SubscriptionRow): Pick<Subscription, 'replay'> =>
  since === null || started_at === null || reached_at === null || queued === null
    ? {}
    : {
        replay: {
          since: since.toISOString(),
          until: started_at.toISOString(),
          reached: reached_at.toISOString(),
          queued,
        },
      }

const toSubscription = (secrets: Secrets, row: SubscriptionRow): Subscription => ({
  id: row.id,
  description: row.description,
  endpoint: row.endpoint,
  signing_key:
    readIfPossible(secrets, {
      bytes: row.key_encrypted,
      place: signingKeyPlace({ merchantId: row.merchant_id, id: row.id }, row.key_id),
    }) ?? '',
  status: row.status,
  ...(row.event_types === null ? {} : { event_types: row.event_types }),
  ...toProgress(row),
  version: '1',
})

export const listSubscriptions = async (
  executor: Executor,
  secrets: Secrets,
  merchantId: string,
): Promise<Subscription[]> => {
  const rows = await selectSubscriptions(executor)
    .where('subscription.merchant_id', '=', merchantId)
    .orderBy('subscription.created_at')
    .orderBy('subscription.id')
    .execute()
  return rows.map((row) => toSubscription(secrets, row))
}

export const findSubscription = async (
  executor: Executor,
  secrets: Secrets,
  { id, merchantId }: SubscriptionKey,
): Promise<Subscription | null> => {
  const row = await selectSubscriptions(executor)
    .where('subscription.id', '=', id)
    .where('subscription.merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row === undefined ? null : toSubscription(secrets, row)
}

const insertKey = async (executor: Executor, secrets: Secrets, key: SubscriptionKey, at: Date): Promise<void> => {
  const id = randomUUID()
  await executor
    .insertInto('webhook_keys')
    .values({
      merchant_id: key.merchantId,
      subscription_id: key.id,
      id,
      key_encrypted: secrets.encrypt(signingKey(), signingKeyPlace(key, id)),
      created_at: at,
      expires_at: null,
    })
    .execute()
}

/** @returns the id of the new subscription, which has a fresh signing key. */
export const insertSubscription = async (
  executor: Executor,
  secrets: Secrets,
  { merchantId, endpoint, description, status, eventTypes = null, at }: NewSubscription,
): Promise<string> => {
  const id = randomUUID()
  await executor
    .insertInto('webhook_subscriptions')
    .values({
      id,
      merchant_id: merchantId,
      description,
      endpoint,
      status,
      event_types: eventTypes === null ? null : [...new Set(eventTypes)],
      disabled_at: status === 'disabled' ? at : null,
      failing_since: null,
      created_at: at,
    })
    .execute()
  await insertKey(executor, secrets, { id, merchantId }, at)
  return id
}

/** Gives a subscription a new key; the one before goes on signing until `previousUntil`. */
export const replaceKey = async (
  executor: Executor,
  secrets: Secrets,
  key: SubscriptionKey,
  { at, previousUntil }: { at: Date; previousUntil: Date },
): Promise<void> => {
  await executor
    .updateTable('webhook_keys')
    .set({ expires_at: previousUntil })
    .where('merchant_id', '=', key.merchantId)
    .where('subscription_id', '=', key.id)
    .where('expires_at', 'is', null)
    .execute()
  await insertKey(executor, secrets, key, at)
}

/** How many keys of a subscription sign at a time, and when the first of them no longer does; null where none is to end. */
export const countKeys = (
  executor: Executor,
  key: SubscriptionKey,
  at: Date,
): Promise<{ count: number; firstEnd: Date | null }> =>
  executor
    .selectFrom('webhook_keys')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<Date | null>('expires_at').as('firstEnd'),
    ])
    .where('merchant_id', '=', key.merchantId)
    .where('subscription_id', '=', key.id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .executeTakeFirstOrThrow()

/** Counted up where the endpoint is another: the one before may come back while what it answered to then is still to come. */
const timesStarted = (endpoint: string) =>
  sql<number>`times_enabled + (endpoint is distinct from ${endpoint}::text)::integer`

/** @returns whether there was such a subscription. */
export const updateSubscription = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
  { endpoint, description, event_types: eventTypes }: SubscriptionPatch,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('webhook_subscriptions')
    .set((column) => ({
      description: description ?? column.ref('description'),
      endpoint: endpoint ?? column.ref('endpoint'),
      ...(eventTypes === undefined ? {} : { event_types: eventTypes === null ? null : [...new Set(eventTypes)] }),
      failing_since: endpoint === undefined ? column.ref('failing_since') : null,
      ...(endpoint === undefined ? {} : { times_enabled: timesStarted(endpoint) }),
    }))
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether there was such a subscription. */
export const deleteSubscription = async (executor: Executor, { id, merchantId }: SubscriptionKey): Promise<boolean> => {
  const { numDeletedRows } = await executor
    .deleteFrom('webhook_subscriptions')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What enabling or disabling must know; locked, so that an event being recorded is waited for. */
export const lockSubscription = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
): Promise<{ status: SubscriptionStatus; disabledAt: Date | null; createdAt: Date } | null> => {
  const row = await executor
    .selectFrom('webhook_subscriptions')
    .select(['status', 'disabled_at as disabledAt', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** How many subscriptions a merchant has, and how many of them are enabled. */
export interface SubscriptionCounts {
  readonly all: number
  readonly enabled: number
}

/** The counts, which nobody else changes until the transaction ends; payments of the merchant do not wait for it. */
export const holdCounts = async (executor: Executor, merchantId: string): Promise<SubscriptionCounts> => {
  await executor.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
  return executor
    .selectFrom('webhook_subscriptions')
    .select([sql<number>`count(*)`.as('all'), sql<number>`count(*) filter (where status = 'enabled')`.as('enabled')])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

export const setEnabled = async (executor: Executor, { id, merchantId }: SubscriptionKey): Promise<void> => {
  await executor
    .updateTable('webhook_subscriptions')
    .set((column) => ({
      status: 'enabled',
      disabled_at: null,
      failing_since: null,
      times_enabled: column('times_enabled', '+', 1),
    }))
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Its events are lined up by the backfill from now on, until that has ended. */
export const markCatchingUp = async (executor: Executor, { id, merchantId }: SubscriptionKey): Promise<void> => {
  await executor
    .updateTable('webhook_subscriptions')
    .set({ is_catching_up: true })
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Disables those that are enabled; what one was still catching up with counts as missed. @returns their ids. */
export const setDisabled = async (
  executor: Executor,
  subscriptions: readonly SubscriptionKey[],
  at: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with stopped as (
      delete from webhook_backfills
      where (merchant_id, subscription_id) in (select * from ${keyArrays(subscriptions)})
      returning merchant_id, subscription_id, kind, reached_at
    )
    update webhook_subscriptions subscription set status = 'disabled', is_catching_up = false,
      disabled_at = least(${at}::timestamptz, (
        select reached_at from stopped
        where stopped.merchant_id = subscription.merchant_id and stopped.subscription_id = subscription.id
          and stopped.kind = 'resume'
      ))
    where (merchant_id, id) in (select * from ${keyArrays(subscriptions)}) and status = 'enabled'
    returning id
  `.execute(executor)
  return rows.map(({ id }) => id)
}
