import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const SCREENING_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/screening/screening-rules.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'stands for an address or a wallet that nobody gave; the text is compared with special values only',
  },
]
