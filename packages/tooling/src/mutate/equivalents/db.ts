import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const DB_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/db/schema-rules.ts`,
    original: 'compatibleSince === null',
    replacement: 'false',
    reason: 'no migration has the name null; the comparison is for the types',
  },
]
