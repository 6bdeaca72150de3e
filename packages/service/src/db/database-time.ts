import { sql } from 'kysely'
import type { Executor } from './database.ts'

/** The database's time at this moment, whatever transaction it is asked in. */
export const readDatabaseTime = async (executor: Executor): Promise<Date> => {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
  `.execute(executor)
  return new Date(rows[0]?.ms ?? Number.NaN)
}
