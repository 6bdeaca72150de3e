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
  {
    fear: 'any genuine token opens the question of the bank',
    file: `${SERVICE}/sandbox-bank/routes.ts`,
    find: "token?.kind === 'challenge' ? token.id : null",
    replace: 'token ? token.id : null',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'a forged question is framed by anyone',
    file: `${SERVICE}/sandbox-bank/routes.ts`,
    find: 'reference === null ? ["\'none\'"] :',
    replace: 'reference === null ? ["*"] :',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'any page hears that the buyer has answered',
    file: `${SERVICE}/sandbox-bank/assets.ts`,
    find: 'location.origin)',
    replace: '"*")',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'an authorisation that arrives while it is cancelled is approved',
    file: `${SERVICE}/sandbox-bank/sandbox-processor.ts`,
    find: '      await insertAuthorisation(db, withdrawn, clock.now())\n      await cancelAuthorisation(db, reference, clock.now())\n',
    replace:
      '      await cancelAuthorisation(db, reference, clock.now())\n      await insertAuthorisation(db, withdrawn, clock.now())\n',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'the page hears that the buyer has answered as the bank begins to ask',
    file: `${SERVICE}/sandbox-bank/document.ts`,
    find: 'isOver(screen) ?',
    replace: 'true ?',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'the page waits for the answer to a question that is no longer open',
    file: `${SERVICE}/sandbox-bank/document.ts`,
    find: " || screen === 'unknown'",
    replace: '',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'a password that is right counts as wrong for a space that a phone adds',
    file: `${SERVICE}/sandbox-bank/routes.ts`,
    find: 'password.trim()',
    replace: 'password',
    tests: [`${SERVICE}/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'an authorisation is forgotten of which the service still asks what became of it',
    file: `${SERVICE}/sandbox-bank/authorisation-store.ts`,
    find: " and status in ('authorising', 'challenged', 'reversing')",
    replace: ' and false',
    tests: [`${SERVICE}/sandbox-bank/sandbox-bank-job.test.ts`],
  },
  {
    fear: 'what the sandbox’s acquirer knows grows for ever',
    file: `${SERVICE}/composition/service.ts`,
    find: '[sandboxBankJob(deps)] : []',
    replace: '[] : [sandboxBankJob(deps)]',
    tests: [`${SERVICE}/sandbox-bank/sandbox-bank-job.test.ts`],
  },
  {
    fear: 'the sandbox’s acquirer forgets what is still to be given back',
    file: `${SERVICE}/sandbox-bank/authorisation-store.ts`,
    find: ", 'reversing')",
    replace: ')',
    tests: [`${SERVICE}/sandbox-bank/sandbox-bank-job.test.ts`],
  },
]
