import { type RawBuilder, sql } from 'kysely'

interface DueRows {
  readonly table: string
  /** The column of the ids; default `id`. */
  readonly id?: string
  /** The column that says when a row is due; default `check_at`. */
  readonly at?: string
  /** A condition within that of the index on that time; default all rows. */
  readonly among?: RawBuilder<unknown>
  readonly now: Date
  /** Nothing is put off for as long as that; default 10 minutes. */
  readonly putOffWithinMs?: number
  readonly limit: number
}

const PUT_OFF_WITHIN_MS = 10 * 60_000

/**
 * Selects the ids of rows about which somebody outside is to be asked (again) at `now`, and locks them. What seems to be put
 * off for longer than anything is was put off by a clock that has been set back since.
 */
export const dueIds = ({
  table,
  id = 'id',
  at = 'check_at',
  among = sql`true`,
  now,
  putOffWithinMs = PUT_OFF_WITHIN_MS,
  limit,
}: DueRows): RawBuilder<string> => {
  const [key, time] = [sql.ref(id), sql.ref(at)]
  const latest = new Date(now.getTime() + putOffWithinMs)
  const first = (range: RawBuilder<unknown>) => sql`(
    select ${key} from ${sql.table(table)} where ${among} and ${range}
    order by ${time} limit ${limit}::integer for update skip locked
  )`
  const due = first(sql`${time} <= ${now}::timestamptz`)
  const putOff = first(sql`${time} > ${latest}::timestamptz`)
  return sql`
    select ${key} from ${due} due union all select ${key} from ${putOff} put_off
    limit ${limit}::integer
  `
}
