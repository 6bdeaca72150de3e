import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** Fails where the database or the queue in it cannot be read. */
export const assertQueueReadable = async (executor: Executor): Promise<void> => {
  await sql`select 1 from webhook_queue limit 1`.execute(executor)
}

export interface QueueDepth {
  /** Deliveries that have not ended. */
  readonly waiting: number
  /** Those of them whose time has come. */
  readonly due: number
}

export const readQueueDepth = async (executor: Executor, now: Date): Promise<QueueDepth> => {
  const { rows } = await sql<QueueDepth>`
    select count(*) as waiting, count(*) filter (where due_at <= ${now}::timestamptz) as due
    from webhook_queue
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
