import { sql } from 'kysely'
import type { Database } from './database.ts'
import { OWN_SCHEMA } from './own-schema.ts'

/**
 * Gives back the room of rows that were deleted or replaced: to later rows and, at the end of a file, to the disk. Table by
 * table, so that others take their turns; days of events and deliveries are dropped whole.
 */
export const reclaimSpace = async (db: Database, isStopping: () => boolean): Promise<void> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = ${OWN_SCHEMA} and relkind = 'r' and not relispartition
  `.execute(db)
  for (const { name } of tables) {
    if (isStopping()) return
    await sql`vacuum ${sql.table(name)}`.execute(db)
  }
}
