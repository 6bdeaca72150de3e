import { sql } from 'kysely'
import type { Database, DatabaseConfig, Executor } from './database.ts'
import { openDatabase } from './open-database.ts'
import { SessionsNotKeptError } from './schema-errors.ts'

const serverProcessOf = async (executor: Executor): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(executor)).rows[0]?.pid

/** A pooler gives what was used last to another's transaction, and this connection another one meanwhile. */
const keepsSession = async (db: Database, other: Database): Promise<boolean> => {
  await serverProcessOf(other)
  return db.connection().execute(async (connection) => {
    const before = await serverProcessOf(connection)
    const meanwhile = await other.transaction().execute(() => serverProcessOf(connection))
    return before === meanwhile
  })
}

/**
 * Sees to it that a connection stays the same one from transaction to transaction. Otherwise what is set for it (how long a
 * statement may take, how it is planned), the statements that it has prepared and the lock of a migration are lost, or another's.
 * @throws {SessionsNotKeptError} `sessions_not_kept` behind a pooler that gives each transaction another connection.
 */
export const assertKeptSessions = async (db: Database, config: DatabaseConfig): Promise<void> => {
  const other = await openDatabase(config)
  try {
    if (!(await keepsSession(db, other))) throw new SessionsNotKeptError()
  } finally {
    await other.destroy()
  }
}
