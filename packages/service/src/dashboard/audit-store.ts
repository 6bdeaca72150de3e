import type { AuditEntry } from '@coinslot/contract/dashboard-operations'
import type { Executor } from '../db/database.ts'

export interface NewAuditEntry extends Omit<AuditEntry, 'id' | 'at'> {
  readonly at: Date
}

export const insertAuditEntry = async (executor: Executor, entry: NewAuditEntry): Promise<void> => {
  await executor.insertInto('dashboard_audit').values(entry).execute()
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
): Promise<AuditEntry[]> => {
  let query = executor.selectFrom('dashboard_audit').selectAll()
  if (merchantId !== null) query = query.where('merchant_id', '=', merchantId)
  if (before !== null) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }))
}
