import { type RawBuilder, sql } from 'kysely'

/** A time with every digit that the database keeps, as RFC 3339: a place in a list is named by it. @param column as SQL names it */
export const exactTime = (column: string): RawBuilder<string> =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)
