import type { AuditEntry } from '@coinslot/contract/dashboard-operations'

/** Longer than any action takes, and than a service that stops waits for one. */
const LONGEST_MS = 5 * 60_000

/** How an action of the audit log ended: it has a line from before it begins, with the status of what was accepted. */
export const auditEnd = ({ status, at }: Pick<AuditEntry, 'status' | 'at'>, now: Date): 'told' | 'awaited' | 'lost' => {
  if (status !== 202) return 'told'
  return now.getTime() - new Date(at).getTime() > LONGEST_MS ? 'lost' : 'awaited'
}
