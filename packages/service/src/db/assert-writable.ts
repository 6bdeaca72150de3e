import { sql } from 'kysely'
import type { Executor } from './database.ts'

/** Writes one row, the same each time; fails where the database takes no writes. */
export const assertWritable = async (executor: Executor): Promise<void> => {
  await sql`
    insert into readiness (written_at) values (clock_timestamp())
    on conflict (id) do update set written_at = excluded.written_at
  `.execute(executor)
}
