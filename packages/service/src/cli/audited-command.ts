import type { NewAuditEntry } from '../dashboard/audit-store.ts'
import type { ServiceDeps } from '../composition/deps.ts'

/** What the audit log says of a command that decides about one merchant's money or customers. */
export const ofCommand = (
  { clock }: ServiceDeps,
  action: string,
  subject: string,
  merchantId: string,
): NewAuditEntry => ({
  at: clock.now(),
  merchant_id: merchantId,
  actor: 'operator',
  session: 'command',
  action,
  subject,
  status: 200,
})
