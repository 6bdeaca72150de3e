import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** Payment intents stored, of all merchants. */
export const countPayments = async (executor: Executor): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from payment_intents`.execute(executor)
  return rows[0]?.count ?? 0
}
