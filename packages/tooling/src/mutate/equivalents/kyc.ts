import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const KYC_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/kyc/upload-rules.ts`,
    original: 'type !== null',
    replacement: 'true',
    reason: 'no list of types holds null; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/review.ts`,
    original: "session.outcome === 'approved'",
    replacement: 'false',
    reason:
      'whoever was approved has the level, is approved again without anybody being asked, and the first decision stands',
  },
  {
    file: `${SERVICE}/kyc/review.ts`,
    original: "'approved'",
    replacement: '""',
    reason: 'the same; the outcome of that name is noticed',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: '`The KYC gate of ${payment.id} was not opened`',
    replacement: '``',
    reason: 'never thrown: a gate that was put there is there',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: '!gate',
    replacement: 'false',
    reason: 'a gate that was put there is there; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: 'isSubmitted',
    replacement: 'true',
    reason: 'of a session that has not been sent off nothing is reviewed',
  },
  {
    file: `${SERVICE}/kyc/identity-rules.ts`,
    original: 'country !== undefined',
    replacement: 'true',
    reason: 'no list of countries holds undefined; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/review.ts`,
    original: '() => false',
    replacement: '() => undefined',
    reason: 'who says nothing does not stop either',
  },
  {
    file: `${SERVICE}/kyc/review.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no failure quotes that text of a customer',
  },
]
