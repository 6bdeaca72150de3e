import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

export interface Opening {
  readonly intentId: string
  readonly at: Date
}

/** Writes down when intents were opened first. */
export const insertOpenings = async (executor: Executor, openings: readonly Opening[]): Promise<void> => {
  const given = openings.map(({ intentId, at }) => ({ intent_id: intentId, opened_at: at }))
  await sql`
    insert into intent_openings (intent_id, opened_at)
    select intent_id, min(opened_at)
    from json_to_recordset(${JSON.stringify(given)}::json) as given (intent_id uuid, opened_at timestamptz)
    group by intent_id
    on conflict (intent_id) do nothing
  `.execute(executor)
}

export const findOpening = async (executor: Executor, intentId: string): Promise<Date | null> => {
  const row = await executor
    .selectFrom('intent_openings')
    .select('opened_at')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row?.opened_at ?? null
}

/** Forgets openings from before a time. @returns how many, at most `limit` */
export const pruneOpenings = async (executor: Executor, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from intent_openings where intent_id = any (array(
      select intent_id from intent_openings where opened_at < ${before} order by opened_at limit ${limit}::integer
    ))
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}
