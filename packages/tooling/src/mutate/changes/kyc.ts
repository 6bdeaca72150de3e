import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const KYC_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a one-time code works twice',
    file: `${SERVICE}/kyc/answer-code.ts`,
    find: 'await deleteCodes(transaction, key)\n',
    replace: '\n',
    tests: [`${SERVICE}/kyc/codes.test.ts`],
  },
]
