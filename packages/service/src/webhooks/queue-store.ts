import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** Fails where the database or the queue in it cannot be read. */
export const assertQueueReadable = async (executor: Executor): Promise<void> => {
  await sql`select 1 from webhook_queue limit 1`.execute(executor)
}

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
