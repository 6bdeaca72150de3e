import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const RECEIPTS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a worker that lost its lease puts off the receipt of another',
    file: `${SERVICE}/receipts/receipt-store.ts`,
    find: "    .where('tries', '=', tries)\n",
    replace: '',
    tests: [`${SERVICE}/receipts/receipt-store.test.ts`],
  },
  {
    fear: 'a receipt names a card that was refused',
    file: `${SERVICE}/receipts/receipt-store.ts`,
    find: ".on('attempt.status', '=', 'approved')",
    replace: '',
    tests: [`${SERVICE}/receipts/receipt-store.test.ts`],
  },
  {
    fear: 'the address of a buyer is kept for a payment that has ended',
    file: `${SERVICE}/receipts/receipt-store.ts`,
    find: " and status = 'Created' for share",
    replace: ' for share',
    tests: [`${SERVICE}/receipts/receipt-store.test.ts`],
  },
  {
    fear: 'putting off one receipt puts off all',
    file: `${SERVICE}/receipts/receipt-store.ts`,
    find: "    .where('intent_id', '=', intentId)\n    .where('tries'",
    replace: "    .where('tries'",
    tests: [`${SERVICE}/receipts/receipt-store.test.ts`],
  },
  {
    fear: 'a receipt tells of another payment',
    file: `${SERVICE}/receipts/receipt-store.ts`,
    find: "    .where('intent.id', '=', intentId)\n",
    replace: '',
    tests: [`${SERVICE}/receipts/receipt-store.test.ts`],
  },
  {
    fear: 'a server of mail that is down is asked for every receipt that waits',
    file: `${SERVICE}/receipts/mail-receipts.ts`,
    find: "return !(error instanceof MailError) || error.code === 'mail_refused'",
    replace: 'return true',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'a mailbox that takes nothing holds up the receipts of others',
    file: `${SERVICE}/receipts/mail-receipts.ts`,
    find: "return !(error instanceof MailError) || error.code === 'mail_refused'",
    replace: 'return false',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'addresses are kept for good once there is no server of mail any more',
    file: `${SERVICE}/receipts/mail-receipts.ts`,
    find: '  const unsent = await',
    replace: '  if (deps.mailer === null) return\n  const unsent = await',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'a service that stops mails all that waits first',
    file: `${SERVICE}/receipts/mail-receipts.ts`,
    find: 'isStopping: () => isStopping() || isServerDown',
    replace: 'isStopping: () => isServerDown',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'an address that cannot be read holds up the receipts of others',
    file: `${SERVICE}/receipts/mail-receipts.ts`,
    find: '    const isFinal = error instanceof MailError && error.isFinal\n',
    replace:
      '    if (!(error instanceof MailError)) throw error\n    const isFinal = error instanceof MailError && error.isFinal\n',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'a busy shop has eight receipts mailed a round, and the rest given up after a day',
    file: `${SERVICE}/platform/take-in-parallel.ts`,
    find: '    await fillUp().catch(fail)\n  }',
    replace: '  }',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'a receipt that a clock which was far ahead has put off is given up unsent',
    file: `${SERVICE}/receipts/receipt-store.ts`,
    find: 'putOffWithinMs: PUT_OFF_WITHIN_MS',
    replace: 'putOffWithinMs: 2 ** 40',
    tests: [`${SERVICE}/receipts/mail-receipts.test.ts`],
  },
  {
    fear: 'nobody forgets addresses while mail is being sent, or at all',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "  'forget addresses of receipts': giveUpOldReceipts,\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'a reference writes lines of its own into a receipt',
    file: `${SERVICE}/receipts/receipt-mail.ts`,
    find: 'oneLine(facts.reference ?? facts.intentId)',
    replace: 'facts.reference ?? facts.intentId',
    tests: [`${SERVICE}/receipts/receipt-mail.test.ts`],
  },
  {
    fear: 'what is written from left to right is turned round in a receipt from right to left',
    file: `${SERVICE}/receipts/receipt-mail.ts`,
    find: '<bdi>${escapeHtml(value)}</bdi>',
    replace: '${escapeHtml(value)}',
    tests: [`${SERVICE}/receipts/receipt-mail.test.ts`],
  },
  {
    fear: 'a receipt calls the time of the machine that of the world',
    file: `${SERVICE}/receipts/receipt-mail.ts`,
    find: ", timeZone: 'UTC' }",
    replace: ' }',
    tests: [`${SERVICE}/receipts/receipt-mail.test.ts`],
  },
]
