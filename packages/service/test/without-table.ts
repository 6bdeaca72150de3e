import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'

/** Does some work while a table cannot be read, as a database fails for a while. */
export const withoutTable = async (db: Database, table: string, work: () => Promise<void>): Promise<void> => {
  await sql`alter table ${sql.table(table)} rename to gone_for_a_while`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table gone_for_a_while rename to ${sql.ref(table)}`.execute(db)
  }
}
