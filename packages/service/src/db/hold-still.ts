import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Lets nobody else work on the embedded database while its files are read: everything written so far is in them. */
export const holdStill = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection)
    return work()
  })
