import { type RawBuilder, sql } from 'kysely'

interface DueRows {
  readonly table: string
  /** The condition of the index on `check_at`, word for word. */
  readonly among: RawBuilder<unknown>
  readonly now: Date
  readonly limit: number
}

/**
 * Selects the ids of rows about which somebody outside is to be asked (again) at `now`, by their `check_at`, and locks them.
 * Nothing is put off for as long as ten minutes: what seems to be was, by a clock that has been set back since.
 */
export const dueIds = ({ table, among, now, limit }: DueRows): RawBuilder<string> => {
  const first = (range: RawBuilder<unknown>) => sql`(
    select id from ${sql.table(table)} where ${among} and ${range}
    order by check_at limit ${limit}::integer for update skip locked
  )`
  const due = first(sql`check_at <= ${now}::timestamptz`)
  const putOff = first(sql`check_at > ${now}::timestamptz + interval '10 minutes'`)
  return sql`
    select id from ${due} due union all select id from ${putOff} put_off
    limit ${limit}::integer
  `
}
