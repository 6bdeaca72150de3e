import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const SANDBOX_BANK_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'one right password confirms the payments of all',
    file: `${SERVICE}/sandbox-bank/authorisation-store.ts`,
    find: "set({ challenge: 'passed' })\n    .where('reference', '=', reference)",
    replace: "set({ challenge: 'passed' })",
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'an authorisation that arrives after it was cancelled is approved',
    file: `${SERVICE}/sandbox-bank/sandbox-processor.ts`,
    find: 'await insertAuthorisation(db, withdrawn, clock.now())',
    replace: 'void withdrawn',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
]
