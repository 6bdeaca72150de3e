import type { RequestRow } from '@coinslot/contract/dashboard-operations'
import { type RawBuilder, sql } from 'kysely'
import { type SearchedPage, searchPage } from '../db/bounded-search.ts'
import type { Executor } from '../db/database.ts'

export interface RecordedRequest extends Omit<RequestRow, 'id' | 'at'> {
  readonly at: Date
}

export const insertRequests = async (executor: Executor, requests: readonly RecordedRequest[]): Promise<void> => {
  await sql`
    insert into api_requests
      (at, merchant_id, client_id, method, route, operation, status, refused, duration_ms, request_id, error_message)
    select at, merchant_id, client_id, method, route, operation, status, status >= 400, duration_ms, request_id, error_message
    from json_to_recordset(${JSON.stringify(requests)}::json) as given (
      at timestamptz, merchant_id uuid, client_id text, method text, route text, operation text, status integer,
      duration_ms real, request_id text, error_message text
    )
  `.execute(executor)
}

export interface RequestPage {
  /** Null for everybody's. */
  readonly merchantId: string | null
  readonly refused: boolean | undefined
  readonly requestId: string | undefined
  readonly operation: string | undefined
  readonly before: string | null
  readonly limit: number
  readonly searchedRows: number
}

interface Row extends Omit<RequestRow, 'id' | 'at'> {
  readonly id: number
  readonly at: Date
}

interface RequestPlace {
  readonly at: string
  readonly id: string
}

interface List {
  /** From which rows. */
  readonly from: RawBuilder<unknown>
  /** In the order of an index that holds them and nothing else: one merchant's would be looked for among everybody's. */
  readonly newestFirst: RawBuilder<unknown>
}

/** The lists that are looked at: one for everybody, or a merchant's that were answered and that were refused. */
const listsOf = ({ merchantId, refused, requestId, before }: RequestPage): readonly List[] => {
  const older = before === null ? sql`true` : sql`id < ${before}::bigint`
  if (requestId !== undefined) {
    const whose = merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}::uuid`
    const named = sql`select * from api_requests where request_id = ${requestId} offset 0`
    return [{ from: sql`from (${named}) named where ${whose} and ${older}`, newestFirst: sql`order by id desc` }]
  }
  if (merchantId === null) return [{ from: sql`from api_requests where ${older}`, newestFirst: sql`order by id desc` }]
  const olderOf = before === null ? sql`true` : sql`-id > -(${before}::bigint)`
  return (refused === undefined ? [true, false] : [refused]).map((each) => ({
    from: sql`from api_requests where merchant_id = ${merchantId}::uuid and refused = ${sql.lit(each)} and ${olderOf}`,
    newestFirst: sql`order by -id`,
  }))
}

const readRows = async (executor: Executor, page: RequestPage, depth: number, wanted: number) => {
  const { refused, operation } = page
  const lists = listsOf(page).map(
    ({ from, newestFirst }) => sql`(select * ${from} ${newestFirst} limit ${depth}::integer)`,
  )
  const { rows } = await sql<Row>`
    select id, at, merchant_id, client_id, method, route, operation, status, duration_ms, request_id, error_message
    from (${sql.join(lists, sql` union all `)}) looked_at
    where ${refused === undefined ? sql`true` : sql`refused = ${refused}`}
      and ${operation === undefined ? sql`true` : sql`operation = ${operation}`}
    order by id desc limit ${wanted}::integer
  `.execute(executor)
  return rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }))
}

const readCut = async (executor: Executor, page: RequestPage, depth: number): Promise<RequestPlace | null> => {
  const lists = listsOf(page).map(
    ({ from, newestFirst }) => sql`(select id, at ${from} ${newestFirst} offset ${depth - 1}::integer limit 1)`,
  )
  const { rows } = await sql<Pick<Row, 'id' | 'at'>>`
    select id, at from (${sql.join(lists, sql` union all `)}) last_looked_at order by id desc limit 1
  `.execute(executor)
  const [row] = rows
  return row === undefined ? null : { id: String(row.id), at: row.at.toISOString() }
}

/** The newest first; a filter looks at a bounded number of them. */
export const listRequests = (
  executor: Executor,
  page: RequestPage,
): Promise<SearchedPage<RequestRow, RequestPlace>> => {
  const from = (cut: RequestPlace | null): RequestPage => ({ ...page, before: cut?.id ?? page.before })
  return searchPage<RequestRow, RequestPlace>({
    lists: listsOf(page).length,
    limit: page.limit,
    searchedRows: page.searchedRows,
    leavesOut: page.operation !== undefined || (page.refused !== undefined && page.merchantId === null),
    readRows: (cut, depth, wanted) => readRows(executor, from(cut), depth, wanted),
    readCut: (cut, depth) => readCut(executor, from(cut), depth),
    placeOf: ({ id, at }) => ({ id, at }),
    isOlder: (place, than) => Number(place.id) < Number(than.id),
  })
}

/** Forgets a merchant's requests but for the newest that were answered and the newest that were refused. */
export const keepNewest = async (executor: Executor, merchantId: string | null, kept: number): Promise<void> => {
  const whose = merchantId === null ? sql`merchant_id is null` : sql`merchant_id = ${merchantId}::uuid`
  for (const refused of [true, false]) {
    await sql`
      delete from api_requests where ${whose} and refused = ${refused} and -id >= (
        select -id from api_requests where ${whose} and refused = ${refused} order by -id offset ${kept}::integer limit 1
      )
    `.execute(executor)
  }
}
