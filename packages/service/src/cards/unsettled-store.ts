import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { dueIds } from '../db/due-ids.ts'
import { type Attempt, ATTEMPT_COLUMNS, type AttemptRow, pauseByAge, toAttempt } from './attempt-store.ts'
import { REVERSED_WITHIN_MS } from './reverse-attempt.ts'

/** What is asked about apart, so that none keeps another waiting: an acquirer may answer, and give nothing back. */
export const UNSETTLED_LANES = ['authorising', 'reversing', 'challenged'] as const
export type UnsettledLane = (typeof UNSETTLED_LANES)[number]

/**
 * Attempts of a lane that somebody has to ask the processor about at `now`. Each is put off, so that one process asks: by
 * half its age, within 15 seconds and 5 minutes, and what is given back by no less than the acquirer may take over that.
 */
export const takeUnsettled = async (
  executor: Executor,
  lane: UnsettledLane,
  now: Date,
  limit: number,
): Promise<readonly Attempt[]> => {
  // Written out, as in the condition of the lane's index: a plan kept for all values could not use the index otherwise.
  const among = sql`status = ${sql.lit(lane)}`
  const givenBackAt = new Date(now.getTime() + REVERSED_WITHIN_MS)
  const { rows } = await sql<AttemptRow>`
    update card_attempts set check_at = greatest(${now}::timestamptz + ${pauseByAge(now, 0.5, [15, 300])},
      case status when 'reversing' then ${givenBackAt}::timestamptz end)
    where id = any (array(${dueIds({ table: 'card_attempts', among, now, limit })}))
    returning ${sql.join(ATTEMPT_COLUMNS.map((column) => sql.ref(column)))}
  `.execute(executor)
  return rows.map(toAttempt)
}

export interface OpenAttempts {
  readonly status: string
  readonly count: number
  /** Seconds since the oldest of them began. */
  readonly oldestSeconds: number
}

/** Attempts that have not ended, by status. */
export const readOpenAttempts = async (executor: Executor, now: Date): Promise<readonly OpenAttempts[]> => {
  const { rows } = await sql<OpenAttempts>`
    select status, count(*) as count, extract(epoch from ${now}::timestamptz - min(created_at))::float8 as "oldestSeconds"
    from card_attempts where status in ('authorising', 'challenged', 'reversing') group by status
  `.execute(executor)
  return rows
}

/** The attempts that have not ended, the oldest first, and whose they are. */
export const listOpenAttempts = (executor: Executor, limit: number) =>
  executor
    .selectFrom('card_attempts')
    .innerJoin('payment_intents', 'payment_intents.id', 'intent_id')
    .select(['card_attempts.id', 'card_attempts.status', 'card_attempts.created_at', 'intent_id', 'merchant_id'])
    // Written out, as in the condition of the index of such attempts.
    .where(sql<boolean>`card_attempts.status in ('authorising', 'challenged', 'reversing')`)
    .orderBy('card_attempts.created_at')
    .limit(limit)
    .execute()
