import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const HTTP_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/http/cookies.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no cookie has that name',
  },
  {
    file: `${SERVICE}/http/cookies.ts`,
    original: 'key?.trim',
    replacement: 'key.trim',
    reason: 'a text has one part at least; the question mark is for the types',
  },
  {
    file: `${SERVICE}/http/trusted-proxies.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'neither is the name under which they are trusted',
  },
]
