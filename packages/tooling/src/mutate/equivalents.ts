/** A change after which the code does the same as before, so that no test can notice it. */
export interface Equivalent {
  readonly file: string
  /** The text that Stryker changes, and what it writes instead; white space does not count. */
  readonly original: string
  readonly replacement: string
  /** Why nobody can tell. */
  readonly reason: string
}

const SERVICE = 'packages/service/src'

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/payments/request-rules.ts`,
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'an object has no two keys that are equal',
  },
  {
    file: `${SERVICE}/cards/card-rules.ts`,
    original: 'range === null',
    replacement: 'false',
    reason: 'a number is valid only in a known range; the comparison is for the types',
  },
  {
    file: `${SERVICE}/screening/screening-rules.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'stands for an address or a wallet that nobody gave; the text is compared with special values only',
  },
]
