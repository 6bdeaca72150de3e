import { randomUUID } from 'node:crypto'
import type { EventType, Subscription, SubscriptionPatch, SubscriptionStatus } from '@coinslot/contract'
import { sql } from 'kysely'
import type { Secrets } from '../platform/secrets.ts'
import type { Executor } from '../db/database.ts'
import { signingKey } from './signature.ts'

/** One subscription of one merchant; another merchant's is as good as none. */
export interface SubscriptionKey {
  readonly id: string
  readonly merchantId: string
}

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
      join.onRef('key.subscription_id', '=', 'subscription.id').on('key.expires_at', 'is', null),
    )
    .select([
      'subscription.id',
      'subscription.description',
      'subscription.endpoint',
      'subscription.status',
      'subscription.event_types',
      'key.key_encrypted',
    ])
type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof selectSubscriptions>['executeTakeFirstOrThrow']>>

const toSubscription = (secrets: Secrets, row: SubscriptionRow): Subscription => ({
  id: row.id,
  description: row.description,
  endpoint: row.endpoint,
  signing_key: secrets.decrypt(row.key_encrypted).toString(),
  status: row.status,
  ...(row.event_types === null ? {} : { event_types: row.event_types }),
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

const insertKey = async (executor: Executor, secrets: Secrets, subscriptionId: string, at: Date): Promise<void> => {
  const key = { id: randomUUID(), subscription_id: subscriptionId, key_encrypted: secrets.encrypt(signingKey()) }
  await executor
    .insertInto('webhook_keys')
    .values({ ...key, created_at: at, expires_at: null })
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
  await insertKey(executor, secrets, id, at)
  return id
}

/** Gives a subscription a new key; the one before goes on signing until `previousUntil`. */
export const replaceKey = async (
  executor: Executor,
  secrets: Secrets,
  { subscriptionId, at, previousUntil }: { subscriptionId: string; at: Date; previousUntil: Date },
): Promise<void> => {
  await executor
    .updateTable('webhook_keys')
    .set({ expires_at: previousUntil })
    .where('subscription_id', '=', subscriptionId)
    .where('expires_at', 'is', null)
    .execute()
  await insertKey(executor, secrets, subscriptionId, at)
}

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

/** One change of a merchant's enabled subscriptions at a time; payments of the merchant do not wait for it. */
export const lockMerchant = async (executor: Executor, merchantId: string): Promise<void> => {
  await executor.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
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

export const countEnabled = async (executor: Executor, merchantId: string): Promise<number> => {
  const { count } = await executor
    .selectFrom('webhook_subscriptions')
    .select(sql<number>`count(*)`.as('count'))
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'enabled')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const setEnabled = async (executor: Executor, id: string): Promise<void> => {
  await executor
    .updateTable('webhook_subscriptions')
    .set({ status: 'enabled', disabled_at: null, failing_since: null })
    .where('id', '=', id)
    .execute()
}

/** Disables those that are enabled. @returns their ids. */
export const setDisabled = async (executor: Executor, ids: readonly string[], at: Date): Promise<string[]> => {
  const rows = await executor
    .updateTable('webhook_subscriptions')
    .set({ status: 'disabled', disabled_at: at })
    .where('id', 'in', [...ids])
    .where('status', '=', 'enabled')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
