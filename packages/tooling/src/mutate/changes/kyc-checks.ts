import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const KYC_CHECKS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'identity checks that were begun in one moment are lost between two pages of the list',
    file: `${SERVICE}/kyc/history-store.ts`,
    find: '(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)',
    replace: 'created_at < ${before.at}::timestamptz',
    tests: [`${SERVICE}/dashboard/identity.test.ts`],
  },
  {
    fear: 'a payment tells that its identity check was decided when it was sent off',
    file: `${SERVICE}/kyc/history-store.ts`,
    find: "'decided_at as decidedAt'",
    replace: "'submitted_at as decidedAt'",
    tests: [`${SERVICE}/kyc/history-store.test.ts`],
  },
  {
    fear: 'an identity check is over before its customer has found their passport',
    file: `${SERVICE}/kyc/start.ts`,
    find: 'LIMITS.kycSessionHours * 3_600_000',
    replace: 'LIMITS.kycSessionHours * 3_600',
    tests: [`${SERVICE}/kyc/levels.test.ts`],
  },
  {
    fear: 'who asks for what is kept of them is not told of an address that they have not proven',
    file: `${SERVICE}/kyc/export-store.ts`,
    find: "open(sealedAt(row.pending_email_encrypted, sessionPlace(row.id, 'pending_email_encrypted')))",
    replace: 'null',
    tests: [`${SERVICE}/cli/export-customer.test.ts`],
  },
  {
    fear: 'who asks for what is kept of them is not told of a number that they have not proven',
    file: `${SERVICE}/kyc/export-store.ts`,
    find: "open(sealedAt(row.pending_phone_encrypted, sessionPlace(row.id, 'pending_phone_encrypted')))",
    replace: 'null',
    tests: [`${SERVICE}/cli/export-customer.test.ts`],
  },
]
