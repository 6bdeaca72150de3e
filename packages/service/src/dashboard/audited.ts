import type { Database } from '../db/database.ts'
import { toApiError } from '../http/to-api-error.ts'
import { endAuditEntry, insertAuditEntry, type NewAuditEntry } from './audit-store.ts'

/** Of an action that has begun, and whose end nobody has written down: HTTP's "accepted". */
const BEGUN = 202

/** What the audit log says of an action once it is done. */
export interface Audited {
  /** Whose it was; default: the session's merchant. */
  readonly merchantId?: string | null
  /** What it was done to; default: the id in the path. Never personal data. */
  readonly subject?: string
}

/** Acts, with a line in the audit log from before it begins, which then tells how it ended; of a process that dies meanwhile it stays. */
export const audited = async <Acted extends Audited>(
  db: Database,
  entry: Omit<NewAuditEntry, 'status'>,
  act: () => Promise<Acted>,
): Promise<Acted> => {
  const id = await insertAuditEntry(db, { ...entry, status: BEGUN })
  const acted = await act().catch(async (error: unknown) => {
    await endAuditEntry(db, id, { status: toApiError(error).status })
    throw error
  })
  // Where this fails, the line stays as it was: that of a failure would say that nothing was done.
  await endAuditEntry(db, id, { status: 200, merchant_id: acted.merchantId, subject: acted.subject })
  return acted
}
