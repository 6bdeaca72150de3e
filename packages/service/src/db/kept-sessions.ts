import { sql } from 'kysely'
import type { Database, Executor } from './database.ts'
import { codeOf } from './error-code.ts'
import { SessionsNotKeptError } from './schema-errors.ts'

/** SQLSTATE: what a pooler says to a transaction that gives each statement another connection. */
const NO_TRANSACTIONS = '08P01'

const serverProcessOf = async (executor: Executor): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(executor)).rows[0]?.pid

const throwOfTransaction = (error: unknown): never => {
  throw codeOf(error) === NO_TRANSACTIONS ? new SessionsNotKeptError() : error
}

/**
 * Sees to it that a connection stays the same one from transaction to transaction. Otherwise what is set for it (how long a
 * statement may take, how it is planned), the statements that it has prepared and the lock of a migration are lost, or another's.
 * @param db a database, whose statements have a limit: where the pooler has a single connection, one waits here.
 * @param other the same database, over other connections.
 * @throws {SessionsNotKeptError} `sessions_not_kept` behind a pooler that gives each transaction, or statement, another connection.
 */
export const assertKeptSessions = async (db: Database, other: Database): Promise<void> => {
  await serverProcessOf(other)
  await db.connection().execute(async (connection) => {
    const before = await serverProcessOf(connection)
    // A pooler gives what was used last to the other's transaction, and this connection another one meanwhile.
    const askMeanwhile = () => other.transaction().execute(() => serverProcessOf(connection))
    const meanwhile = await askMeanwhile().catch(throwOfTransaction)
    if (before !== meanwhile) throw new SessionsNotKeptError()
  })
}
