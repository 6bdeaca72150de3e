import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { Counts, Tally } from './code-tally-rules.ts'

// One that a clock set back has put into the future is over, too; time that was read a little earlier is not set back.
const isOver = sql<boolean>`(
  code_tallies.opened_at + code_tallies.hours * interval '1 hour' <= excluded.opened_at
  or code_tallies.opened_at > excluded.opened_at + interval '1 minute'
)`

/**
 * Adds to what is counted under a key, in the hour and in the day that open with its first count, and tells what they
 * hold. Nobody else counts under that key until the transaction ends.
 */
export const countCodes = async (transaction: Executor, key: Buffer, add: Counts, now: Date): Promise<Tally> => {
  const rows = await transaction
    .insertInto('code_tallies')
    .values([1, 24].map((hours) => ({ key, hours, opened_at: now, ...add })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'hours']).doUpdateSet({
        opened_at: sql`case when ${isOver} then excluded.opened_at else code_tallies.opened_at end`,
        sent: sql`case when ${isOver} then 0 else code_tallies.sent end + excluded.sent`,
        wrong: sql`case when ${isOver} then 0 else code_tallies.wrong end + excluded.wrong`,
      }),
    )
    .returning(['hours', 'sent', 'wrong'])
    .execute()
  const of = (hours: number): Counts => {
    const { sent = 0, wrong = 0 } = rows.find((row) => row.hours === hours) ?? {}
    return { sent, wrong }
  }
  return { hour: of(1), day: of(24) }
}

/** Begins anew under a key. */
export const forgetCounts = async (transaction: Executor, key: Buffer): Promise<void> => {
  await transaction.deleteFrom('code_tallies').where('key', '=', key).execute()
}

/** Forgets hours and days that are over. */
export const forgetEndedTallies = async (executor: Executor, now: Date): Promise<void> => {
  await executor
    .deleteFrom('code_tallies')
    .where('opened_at', '<=', new Date(now.getTime() - 3_600_000))
    .where(sql<boolean>`opened_at + hours * interval '1 hour' <= ${now}`)
    .execute()
}
