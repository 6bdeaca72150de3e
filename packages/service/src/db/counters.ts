import { sql } from 'kysely'
import type { Executor } from './database.ts'

/** Tables whose rows are numbered by the database. */
const NUMBERED = ['api_requests', 'dashboard_audit'] as const

/**
 * Lets each table go on counting behind its rows. A logical copy of a database, as for an upgrade of its server, has the
 * rows and counts from 1. Where a number is ahead, as everywhere else, it stays: others may be counting at the same time.
 */
export const countOn = async (executor: Executor): Promise<void> => {
  for (const table of NUMBERED) {
    await sql`
      select setval(counter, newest)
      from (select max(id) as newest from ${sql.table(table)}) rows,
        cast(pg_get_serial_sequence(${table}, 'id') as regclass) counter
      where newest > coalesce(pg_sequence_last_value(counter), 0)
    `.execute(executor)
  }
}
