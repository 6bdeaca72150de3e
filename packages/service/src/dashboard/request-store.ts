import type { RequestRow } from '@coinslot/contract/dashboard-operations'
import { sql } from 'kysely'
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
}

/** The newest first. */
export const listRequests = async (executor: Executor, page: RequestPage): Promise<RequestRow[]> => {
  let query = executor
    .selectFrom('api_requests')
    .select([
      'id',
      'at',
      'merchant_id',
      'client_id',
      'method',
      'route',
      'operation',
      'status',
      'duration_ms',
      'request_id',
      'error_message',
    ])
  if (page.merchantId !== null) query = query.where('merchant_id', '=', page.merchantId)
  if (page.refused !== undefined) query = query.where('refused', '=', page.refused)
  if (page.requestId !== undefined) query = query.where('request_id', '=', page.requestId)
  if (page.operation !== undefined) query = query.where('operation', '=', page.operation)
  if (page.before !== null) query = query.where('id', '<', page.before)
  const rows = await query.orderBy('id', 'desc').limit(page.limit).execute()
  return rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }))
}

/** Forgets a merchant's requests but for the newest that were answered and the newest that were refused. */
export const keepNewest = async (executor: Executor, merchantId: string | null, kept: number): Promise<void> => {
  const whose = merchantId === null ? sql`merchant_id is null` : sql`merchant_id = ${merchantId}::uuid`
  for (const refused of [true, false]) {
    await sql`
      delete from api_requests where ${whose} and refused = ${refused} and id <= (
        select id from api_requests where ${whose} and refused = ${refused} order by id desc offset ${kept}::integer limit 1
      )
    `.execute(executor)
  }
}
