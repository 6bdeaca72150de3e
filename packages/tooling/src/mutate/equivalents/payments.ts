import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const PAYMENTS_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/payments/request-rules.ts`,
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'an object has no two keys that are equal',
  },
  {
    file: `${SERVICE}/payments/creation-store.ts`,
    original: 'a.id < b.id',
    replacement: 'a.id <= b.id',
    reason: 'a statement has no two intents of one id',
  },
  {
    file: `${SERVICE}/payments/creation-store.ts`,
    original: 'stored === null',
    replacement: 'false',
    reason: 'what was not created is there, as no intent is ever taken away; the comparison is for the types',
  },
  {
    file: `${SERVICE}/payments/creation-store.ts`,
    original: "'An intent was neither created nor found'",
    replacement: '""',
    reason: 'what was not created is there, as no intent is ever taken away: nobody reads it',
  },
  {
    file: `${SERVICE}/payments/asked-rules.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a name that nobody gives to a member',
  },
  {
    file: `${SERVICE}/payments/finalise.ts`,
    original: '{ status: payment.status, became: null }',
    replacement: '{}',
    reason: 'no status is none that is open, and nothing is none that has become final',
  },
]
