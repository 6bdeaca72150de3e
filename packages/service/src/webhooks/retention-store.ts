import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { codeOf } from '../db/error-code.ts'
import { subscriptionsInQueue } from './queue-store.ts'

const PARTITIONED = ['webhook_events', 'webhook_deliveries'] as const

/** Makes the partitions of a day (UTC) where they are missing. @returns false where rows of that day already lie elsewhere. */
export const createDay = async (executor: Executor, day: Date): Promise<boolean> => {
  try {
    await sql`select webhook_create_day(${day.toISOString().slice(0, 10)}::date)`.execute(executor)
    return true
  } catch (error) {
    if (codeOf(error) === '23514') return false
    throw error
  }
}

const dayOf = (partition: string): string => partition.slice(-8)

/** Drops the partitions of days that had ended at a time, both tables of a day at once. @returns their names. */
export const dropDaysBefore = async (executor: Executor, before: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select partition.relname as name from pg_inherits
    join pg_class partition on partition.oid = inhrelid
    where inhparent = any (${[...PARTITIONED]}::text[]::regclass[]) and partition.relname ~ '_[0-9]{8}$'
  `.execute(executor)
  const first = before.toISOString().slice(0, 10).replaceAll('-', '')
  const old = rows.map(({ name }) => name).filter((name) => dayOf(name) < first)
  for (const day of new Set(old.map(dayOf))) {
    const tables = old.filter((name) => dayOf(name) === day).map((name) => sql.id(name))
    // Those who read or write wait behind a lock that waits: a short one, tried again an hour later. The lock comes before
    // the partitions are looked up, since one that another process drops in that moment is an internal error of Postgres; it
    // leaves the other days to whoever vacuums them.
    await sql`
      set lock_timeout = '2s';
      lock table ${sql.join(PARTITIONED.map((name) => sql`only ${sql.table(name)}`))} in access exclusive mode;
      drop table if exists ${sql.join(tables)};
      reset lock_timeout
    `.execute(executor)
  }
  return old
}

/** Deletes rows of days without a partition, from before a time. @returns how many, at most twice `limit`. */
export const deleteStrays = async (executor: Executor, before: Date, limit: number): Promise<number> => {
  const { rows } = await sql<{ deleted: number }>`
    with events as (
      delete from webhook_events_default where (merchant_id, created_at, id) in (
        select merchant_id, created_at, id from webhook_events_default
        where created_at < ${before} order by created_at limit ${limit}::integer for update skip locked
      ) returning 1
    ), deliveries as (
      delete from webhook_deliveries_default where (merchant_id, subscription_id, event_at, event_id) in (
        select merchant_id, subscription_id, event_at, event_id from webhook_deliveries_default
        where event_at < ${before} limit ${limit}::integer for update skip locked
      ) returning 1
    )
    select (select count(*) from events) + (select count(*) from deliveries) as deleted
  `.execute(executor)
  return rows[0]?.deleted ?? 0
}

/**
 * Deletes from the queue what was recorded before a time and waits for a subscription that stays disabled, and what belongs
 * to no subscription any more. Of an enabled one, which ends it by trying, it stays: the service may have been off that long.
 * @returns how many, at most `limit` for each subscription.
 */
export const deleteUndeliverable = async (executor: Executor, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    with recursive ${subscriptionsInQueue}, old as materialized (
      select old.* from visited
      left join webhook_subscriptions subscription
        on subscription.merchant_id = visited.merchant_id and subscription.id = visited.subscription_id
      cross join lateral (
        select merchant_id, subscription_id, event_at, event_id from webhook_queue
        where merchant_id = visited.merchant_id and subscription_id = visited.subscription_id
          and event_at < case
            when subscription.id is null then 'infinity'
            when subscription.status = 'disabled' then ${before}::timestamptz
          end
        order by event_at limit ${limit}::integer
        for update skip locked
      ) old
    )
    delete from webhook_queue delivery using old
    where delivery.merchant_id = old.merchant_id and delivery.subscription_id = old.subscription_id
      and delivery.event_at = old.event_at and delivery.event_id = old.event_id
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/** Deletes signing keys that have ceased to sign. */
export const pruneKeys = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('webhook_keys').where('expires_at', '<=', now).execute()
}
