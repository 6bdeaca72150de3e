import type { PaymentRow, PaymentsQuery } from '@coinslot/contract/dashboard-operations'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../db/any-of.ts'
import { isOlder, type SearchedPage, searchPage, type TimedPlace } from '../db/bounded-search.ts'
import { containing } from '../db/containing.ts'
import type { Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'
import { shownStatus } from './state-rules.ts'

export interface HistoryRequest {
  /** Whose payments: one merchant's, or several that an operator looks at together. */
  readonly merchantIds: readonly string[]
  readonly filter: PaymentsQuery
  /** The last payment of the page before. */
  readonly before: TimedPlace | null
  readonly limit: number
  /** Rows that are looked at in all, where a filter leaves rows out. */
  readonly searchedRows: number
  readonly now: Date
}

interface Row extends Omit<PaymentRow, 'created_at' | 'expires_at' | 'finalised_at'> {
  readonly created_at: Date
  readonly expires_at: Date
  readonly finalised_at: Date | null
  readonly position: string
}

const COLUMNS = sql.raw(`id, merchant_id, client_id, created_at, expires_at, finalised_at, item_id, item_title, amount,
  currency, buyer_id, reference, status, error_code, mode`)
const POSITION = exactTime('created_at')

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** What the index of the list finds by itself. */
const within = ({ filter, before }: HistoryRequest): readonly RawBuilder<unknown>[] => [
  ...(before === null ? [] : [sql`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`]),
  ...(filter.created_from === undefined ? [] : [sql`created_at >= ${filter.created_from}::timestamptz`]),
  ...(filter.created_to === undefined ? [] : [sql`created_at < ${filter.created_to}::timestamptz`]),
  ...(filter.reference === undefined ? [] : [sql`reference = ${filter.reference}`]),
  ...(filter.id === undefined ? [] : [sql`id = ${filter.id}::uuid`]),
]

/** An intent is past its time before the sweep has written so. */
const statusIs = (status: NonNullable<PaymentsQuery['status']>, now: Date): RawBuilder<unknown> => {
  if (status === 'Created') return sql`status = 'Created' and expires_at > ${now}`
  if (status === 'Expired') return sql`(status = 'Expired' or (status = 'Created' and expires_at <= ${now}))`
  return sql`status = ${status}`
}

/** What leaves out rows that the index has found. */
const matching = ({ filter, now }: HistoryRequest): readonly RawBuilder<unknown>[] => {
  const { status, mode, amount_min: min, amount_max: max, text } = filter
  const pattern = text === undefined ? '' : containing(text)
  return [
    ...(status === undefined ? [] : [statusIs(status, now)]),
    ...(mode === undefined ? [] : [sql`mode = ${mode}`]),
    ...(min === undefined ? [] : [sql`amount >= ${min}::numeric`]),
    ...(max === undefined ? [] : [sql`amount <= ${max}::numeric`]),
    ...(text === undefined
      ? []
      : [
          sql`(item_title ilike ${pattern} or item_id ilike ${pattern} or reference ilike ${pattern} or buyer_id ilike ${pattern})`,
        ]),
  ]
}

const toRow = ({ position: _position, ...row }: Row): PaymentRow => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  finalised_at: row.finalised_at?.toISOString() ?? null,
})

const isOverdue = ({ status, expires_at: until }: Pick<Row, 'status' | 'expires_at'>, now: Date): boolean =>
  shownStatus(status, until, now) !== status

/** The rows, expired where their time is over: but for those of which somebody writes down how they end, who may have paid in time. */
const withExpired = async (executor: Executor, rows: readonly Row[], now: Date): Promise<readonly Row[]> => {
  const overdue = rows.filter((row) => isOverdue(row, now)).map(({ id }) => id)
  if (overdue.length === 0) return rows
  const free = await executor
    .selectFrom('payment_intents')
    .select(['id', 'status', 'expires_at', 'finalised_at'])
    .where('id', '=', anyOf(overdue))
    .forShare()
    .skipLocked()
    .execute()
  const ends = new Map(free.map((end) => [end.id, { ...end, status: shownStatus(end.status, end.expires_at, now) }]))
  return rows.map((row) => ({ ...row, ...ends.get(row.id) }))
}

const readRows = async (
  executor: Executor,
  request: HistoryRequest,
  depth: number,
  wanted: number,
): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select found.*, ${POSITION} as position from unnest(${[...request.merchantIds]}::uuid[]) as asked (merchant)
    cross join lateral (
      select * from (
        select ${COLUMNS} from payment_intents
        where merchant_id = asked.merchant and ${all(within(request))}
        order by created_at desc, id desc limit ${depth}::integer
      ) looked_at
      where ${all(matching(request))}
      order by created_at desc, id desc limit ${wanted}::integer
    ) found
    order by found.created_at desc, found.id desc limit ${wanted}::integer
  `.execute(executor)
  return rows
}

/** The newest of the rows at which the search of a merchant was cut: before it nothing is missing. */
const readCut = async (executor: Executor, request: HistoryRequest, depth: number): Promise<TimedPlace | null> => {
  const { rows } = await sql<TimedPlace>`
    select ${POSITION} as at, id from unnest(${[...request.merchantIds]}::uuid[]) as asked (merchant)
    cross join lateral (
      select created_at, id from payment_intents
      where merchant_id = asked.merchant and ${all(within(request))}
      order by created_at desc, id desc offset ${depth - 1}::integer limit 1
    ) last_looked_at
    order by created_at desc, id desc limit 1
  `.execute(executor)
  return rows[0] ?? null
}

/** One page of payments, the newest first; a filter looks at a bounded number of rows. */
export const listPayments = async (
  executor: Executor,
  request: HistoryRequest,
): Promise<SearchedPage<PaymentRow, TimedPlace>> => {
  const from = (cut: TimedPlace | null): HistoryRequest => ({ ...request, before: cut ?? request.before })
  const { rows, ...end } = await searchPage<Row, TimedPlace>({
    lists: request.merchantIds.length,
    limit: request.limit,
    searchedRows: request.searchedRows,
    leavesOut: matching(request).length > 0,
    readRows: (cut, depth, wanted) => readRows(executor, from(cut), depth, wanted),
    readCut: (cut, depth) => readCut(executor, from(cut), depth),
    placeOf: ({ position: at, id }) => ({ at, id }),
    isOlder,
  })
  return { rows: (await withExpired(executor, rows, request.now)).map(toRow), ...end }
}

/** One payment, whoever's it is: the caller judges. */
export const findPaymentRow = async (executor: Executor, id: string, now: Date): Promise<PaymentRow | null> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS}, ${POSITION} as position from payment_intents where id = ${id}::uuid
  `.execute(executor)
  const [row] = await withExpired(executor, rows, now)
  return row === undefined ? null : toRow(row)
}
