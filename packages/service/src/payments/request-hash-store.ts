import { sql } from 'kysely'
import { byteaText } from '../db/sql-connection.ts'
import type { Executor } from '../db/database.ts'

interface RequestOfIntent {
  readonly id: string
  readonly requestHash: Buffer
}

/** The next intents, by id, whose request was hashed without a key. */
export const listUnkeyedRequests = async (
  executor: Executor,
  after: string | null,
  limit: number,
): Promise<readonly RequestOfIntent[]> => {
  const { rows } = await sql<RequestOfIntent>`
    select id, request_hash as "requestHash" from payment_intents
    where ${after === null ? sql`true` : sql`id > ${after}::uuid`} and octet_length(request_hash) = 32
    order by id limit ${sql.lit(limit)}
  `.execute(executor)
  return rows
}

export const writeRequestHashes = async (executor: Executor, requests: readonly RequestOfIntent[]): Promise<void> => {
  const written = requests.map(({ id, requestHash }) => ({ id, hash: byteaText(requestHash) }))
  await sql`
    update payment_intents set request_hash = written.hash
    from json_to_recordset(${JSON.stringify(written)}::json) as written (id uuid, hash bytea)
    where payment_intents.id = written.id
  `.execute(executor)
}
