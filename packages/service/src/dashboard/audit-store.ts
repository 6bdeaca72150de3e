import { sql } from 'kysely'
import type { AuditEntry } from '@coinslot/contract/dashboard-operations'
import { pageOf, type SearchedPage } from '../db/bounded-search.ts'
import type { Executor } from '../db/database.ts'

export interface NewAuditEntry extends Omit<AuditEntry, 'id' | 'at'> {
  readonly at: Date
}

/** @returns the entry's id. */
export const insertAuditEntry = async (executor: Executor, entry: NewAuditEntry): Promise<string> => {
  const { id } = await executor.insertInto('dashboard_audit').values(entry).returning('id').executeTakeFirstOrThrow()
  return String(id)
}

/** How an action ended; what is left out stays as it was written. */
interface AuditEnd extends Pick<NewAuditEntry, 'status'> {
  readonly merchant_id?: string | null | undefined
  readonly subject?: string | undefined
}

export const endAuditEntry = async (executor: Executor, id: string, end: AuditEnd): Promise<void> => {
  await executor
    .updateTable('dashboard_audit')
    .set(end)
    .where(sql<boolean>`id = ${id}::bigint`)
    .execute()
}

export interface AuditPage {
  /** Null for everybody's. */
  readonly merchantId: string | null
  /** The last entry of the page before. */
  readonly before: string | null
  readonly limit: number
}

/** The newest first. */
export const listAuditEntries = async (
  executor: Executor,
  { merchantId, before, limit }: AuditPage,
): Promise<SearchedPage<AuditEntry, Pick<AuditEntry, 'id' | 'at'>>> => {
  let query = executor.selectFrom('dashboard_audit').selectAll()
  if (before !== null)
    query = query.where(
      merchantId === null ? sql<boolean>`id < ${before}::bigint` : sql<boolean>`-id > -(${before}::bigint)`,
    )
  const newest =
    merchantId === null ? query.orderBy('id', 'desc') : query.where('merchant_id', '=', merchantId).orderBy(sql`-id`)
  const rows = await newest.limit(limit + 1).execute()
  return pageOf(
    rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() })),
    limit,
    ({ id, at }) => ({ id, at }),
  )
}
