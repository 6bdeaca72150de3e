import type { Database, Executor } from '../db/database.ts'
import type { Clock } from './clock.ts'

/**
 * Does something with a connection and the time at which it was there. By a time from before a long wait, what others have
 * done meanwhile would seem to have been done by a clock that was set back since.
 */
export const onceConnected = <T>(
  { db, clock }: { db: Database; clock: Clock },
  work: (connection: Executor, now: Date) => Promise<T>,
): Promise<T> => db.connection().execute((connection) => work(connection, clock.now()))
