import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const DASHBOARD_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/dashboard/cursor-rules.ts`,
    original: 'id !== undefined',
    replacement: 'true',
    reason: 'the word undefined is no hash; the comparison is for the types',
  },
  {
    file: `${SERVICE}/dashboard/cursor-rules.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first of what was matched is passed over',
  },
  {
    file: `${SERVICE}/dashboard/cursor-rules.ts`,
    original: 'eventId !== undefined',
    replacement: 'true',
    reason: 'it was matched where the time was; the comparison is for the types',
  },
]
