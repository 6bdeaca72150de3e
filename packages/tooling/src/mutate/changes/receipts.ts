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
]
