import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const CARDS_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/cards/card-rules.ts`,
    original: 'range === null',
    replacement: 'false',
    reason: 'a number is valid only in a known range; the comparison is for the types',
  },
  {
    file: `${SERVICE}/cards/settle-attempt.ts`,
    original: 'attempt?.status',
    replacement: 'attempt.status',
    reason: 'an attempt that was found is never taken away; the comparison is for the types',
  },
  {
    file: `${SERVICE}/cards/finish-challenge.ts`,
    original: "answer.state === 'refused'",
    replacement: 'true',
    reason: 'no other answer has `challengeFailed`; the comparison is for the types',
  },
  {
    file: `${SERVICE}/cards/settle-unsettled.ts`,
    original: '() => false',
    replacement: '() => undefined',
    reason: 'who says nothing does not stop either',
  },
  {
    file: `${SERVICE}/cards/expire-intents.ts`,
    original: '() => false',
    replacement: '() => undefined',
    reason: 'who says nothing does not stop either',
  },
  {
    file: `${SERVICE}/cards/expire-intents.ts`,
    original: 'due.length === 0',
    replacement: 'false',
    reason: 'of no intents none is held and none is expired: one question more',
  },
]
