import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** Fails where the database or the queue in it cannot be read. */
export const assertQueueReadable = async (executor: Executor): Promise<void> => {
  await sql`select 1 from webhook_deliveries limit 1`.execute(executor)
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
    from webhook_deliveries where status = 'pending'
  `.execute(executor)
  return rows[0] ?? { waiting: 0, due: 0 }
}
