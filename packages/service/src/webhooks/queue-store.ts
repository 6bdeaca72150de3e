import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

export interface QueueDepth {
  /** Deliveries that have not ended. Both are at most `MOST_COUNTED`. */
  readonly waiting: number
  /** Those of them whose time has come. */
  readonly due: number
}

/** Deliveries that are counted of a queue at most. */
export const MOST_COUNTED = 10_000
const SUBSCRIPTIONS_VISITED = 2_000

/**
 * Counts up to `MOST_COUNTED` of each, however long the queue is: one step in the index for each subscription, up to
 * 2,000 of them, and for each row that is counted.
 */
export const readQueueDepth = async (executor: Executor, now: Date): Promise<QueueDepth> => {
  const { rows } = await sql<QueueDepth>`
    with recursive visited (subscription_hash, visits) as (
      (select subscription_hash, 1 from webhook_queue order by subscription_hash limit 1)
      union all
      select next.subscription_hash, visits + 1 from visited cross join lateral (
        select subscription_hash from webhook_queue
        where subscription_hash > visited.subscription_hash order by subscription_hash limit 1
      ) next
      where visits < ${sql.lit(SUBSCRIPTIONS_VISITED)}
    )
    select
      (select count(*) from (select 1 from webhook_queue limit ${sql.lit(MOST_COUNTED)}) counted) as waiting,
      (select count(*) from (
        select 1 from visited cross join lateral (
          select 1 from webhook_queue
          where subscription_hash = visited.subscription_hash and due_at <= ${now}::timestamptz
          limit ${sql.lit(MOST_COUNTED)}
        ) due
        limit ${sql.lit(MOST_COUNTED)}
      ) counted) as due
  `.execute(executor)
  return rows[0] ?? { waiting: 0, due: 0 }
}

/**
 * When the delivery falls or fell due that is next of all to enabled subscriptions; null where there is none. One step in
 * the index for each subscription, however many deliveries wait.
 */
export const readOldestDue = async (executor: Executor): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    with recursive first (subscription_hash, merchant_id, subscription_id, due_at, visits) as (
      (select subscription_hash, merchant_id, subscription_id, due_at, 1 from webhook_queue
      order by subscription_hash, due_at limit 1)
      union all
      select next.subscription_hash, next.merchant_id, next.subscription_id, next.due_at, first.visits + 1
      from first cross join lateral (
        select subscription_hash, merchant_id, subscription_id, due_at from webhook_queue
        where subscription_hash > first.subscription_hash
        order by subscription_hash, due_at limit 1
      ) next
      where first.visits < ${sql.lit(SUBSCRIPTIONS_VISITED)}
    )
    select min(first.due_at) as at from first cross join lateral (
      select 1 from webhook_subscriptions
      where merchant_id = first.merchant_id and id = first.subscription_id and status = 'enabled' limit 1
    ) enabled
  `.execute(executor)
  return rows[0]?.at ?? null
}

/** For a `with recursive`: the subscriptions that have deliveries in the queue, one step in the index for each. */
export const subscriptionsInQueue = sql`
  visited (merchant_id, subscription_id) as (
    (select merchant_id, subscription_id from webhook_queue order by merchant_id, subscription_id limit 1)
    union all
    select next.merchant_id, next.subscription_id from visited cross join lateral (
      select merchant_id, subscription_id from webhook_queue
      where (merchant_id, subscription_id) > (visited.merchant_id, visited.subscription_id)
      order by merchant_id, subscription_id limit 1
    ) next
  )
`

/**
 * Joins to rows named `wanted`, which hold keys, where each stands in the queue. One look into the index for each row, in
 * their order, whatever the planner believes of the table; what is not there is left out.
 */
export const whereQueued = sql`
  cross join lateral (
    select ctid as place from webhook_queue
    where merchant_id = wanted.merchant_id and subscription_id = wanted.subscription_id
      and event_at = wanted.event_at and event_id = wanted.event_id limit 1
  ) queued
`

/** Joins to rows named `located` and locks them in the queue; those that another transaction holds are left out. */
export const whereFree = sql`
  cross join lateral (select from webhook_queue where ctid = located.place for update skip locked) free
`

/**
 * Joined to a statement, lets its commit return before it is on disk. A database that crashes in that moment forgets that a
 * delivery was taken or how its attempt ended, and it is sent again: events themselves are never committed so.
 */
export const asynchronousCommit = sql`(select set_config('synchronous_commit', 'off', true)) as asynchronous_commit`
