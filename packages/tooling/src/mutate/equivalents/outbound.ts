import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const OUTBOUND_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/outbound/address-rules.ts`,
    original: "'unassigned'",
    replacement: '""',
    reason: 'a range is let through by its name, and neither is one that is',
  },
  {
    file: `${SERVICE}/outbound/lookups-in-turn.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'beside an error nobody reads an address',
  },
]
