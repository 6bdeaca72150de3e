import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const CARDS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a late answer approves an attempt that is being given back',
    file: `${SERVICE}/cards/settle-attempt.ts`,
    find: "attempt?.status !== 'authorising' && attempt?.status !== 'challenged'",
    replace: "attempt?.status !== 'authorising' && attempt?.status !== 'challenged' && attempt?.status !== 'reversing'",
    tests: [`${SERVICE}/cards/settle-attempt.test.ts`],
  },
  {
    fear: 'a challenge outlives its intent',
    file: `${SERVICE}/cards/expire-intents.ts`,
    find: '    await reverseChallenges(\n      transaction,\n      expired.map(({ id }) => id),\n      now,\n    )\n',
    replace: '',
    tests: [`${SERVICE}/cards/finish-challenge.test.ts`],
  },
  {
    fear: 'what is given back is not marked before the processor is asked',
    file: `${SERVICE}/cards/settle-attempt.ts`,
    find: '    await markReversing(transaction, attemptId, at)\n',
    replace: '',
    tests: [`${SERVICE}/cards/settle-attempt.test.ts`],
  },
  {
    fear: 'an approval counts that has waited for its intent past its time',
    file: `${SERVICE}/cards/settle-attempt.ts`,
    find: '  const outcome = await deps.db',
    replace: `  const at = deps.clock.now()
  deps = { ...deps, clock: { ...deps.clock, now: () => at } }
  const outcome = await deps.db`,
    tests: [`${SERVICE}/cards/settle-attempt.test.ts`],
  },
  {
    fear: 'a second press of Pay is put to the acquirer',
    file: `${SERVICE}/cards/attempt-store.ts`,
    find: 'return numInsertedOrUpdatedRows === 1n',
    replace: 'return numInsertedOrUpdatedRows !== undefined',
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
  {
    fear: 'cards that were refused are given back when their intent ends',
    file: `${SERVICE}/cards/attempt-store.ts`,
    find: "    .where('status', '=', 'challenged')\n",
    replace: '',
    tests: [`${SERVICE}/cards/finish-challenge.test.ts`],
  },
  {
    fear: 'the processor is asked again and again without a pause',
    file: `${SERVICE}/db/due-ids.ts`,
    find: ' and ${range}',
    replace: '',
    tests: [`${SERVICE}/cards/abandoned-challenges.test.ts`],
  },
  {
    fear: 'two processes ask about one authorisation',
    file: `${SERVICE}/db/due-ids.ts`,
    find: ' for update skip locked',
    replace: '',
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a card is put to the acquirer while its intent is being ended',
    file: `${SERVICE}/cards/pay.ts`,
    find: 'import { lockPayment, type Payment }',
    replace: `const lockPayment = async (...asked: Parameters<typeof findPayment>) => (await findPayment(...asked))!
import { findPayment, type Payment }`,
    tests: [`${SERVICE}/cards/settle-attempt.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a buyer who leaves declines what is being approved',
    file: `${SERVICE}/cards/close-intent.ts`,
    find: 'import { lockPayment }',
    replace: `const lockPayment = async (...asked: Parameters<typeof findPayment>) => (await findPayment(...asked))!
import { findPayment }`,
    tests: [`${SERVICE}/cards/settle-attempt.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'another amount is charged than the merchant asked for',
    file: `${SERVICE}/cards/pay.ts`,
    find: 'const { amount, currency, itemTitle: description } = payment',
    replace: `const { currency, itemTitle: description } = payment
    const amount = Math.floor(Number(payment.amount)).toFixed(2)`,
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
  {
    fear: 'giving one authorisation back gives all back',
    file: `${SERVICE}/cards/attempt-store.ts`,
    find: "    .set({ status: 'reversing', check_at: checkAt })\n    .where('id', '=', id)\n",
    replace: "    .set({ status: 'reversing', check_at: checkAt })\n",
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
  {
    fear: 'the bank goes on asking about an intent whose time a developer has ended',
    file: `${SERVICE}/cards/expire-intents.ts`,
    find: '    await reverseChallenges(transaction, [id], now)\n',
    replace: '',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'the acquirer is not told that nobody waits for its authorisation',
    file: `${SERVICE}/cards/pay.ts`,
    find: 'amount, currency, description, signal }',
    replace: 'amount, currency, description, signal: new AbortController().signal }',
    tests: [`${SERVICE}/cards/silent-acquirer.test.ts`],
  },
  {
    fear: 'the acquirer is not told that nobody waits for its cancel',
    file: `${SERVICE}/cards/reverse-attempt.ts`,
    find: 'processor.cancel(id, signal)',
    replace: 'processor.cancel(id, new AbortController().signal)',
    tests: [`${SERVICE}/cards/silent-acquirer.test.ts`],
  },
  {
    fear: "no signal reaches an acquirer's result",
    file: `${SERVICE}/cards/checked-processor.ts`,
    find: "result: async (reference, signal) => checked('result', await processor.result(reference, signal))",
    replace:
      "result: async (reference) => checked('result', await processor.result(reference, new AbortController().signal))",
    tests: [`${SERVICE}/cards/silent-acquirer.test.ts`],
  },
  {
    fear: 'a buyer waits without end after a challenge',
    file: `${SERVICE}/cards/finish-challenge.ts`,
    find: 'await withTimeout(RESULT_TIMEOUT_MS, (signal) => processor.result(reference, signal))',
    replace: 'await processor.result(reference, new AbortController().signal)',
    tests: [`${SERVICE}/cards/silent-acquirer.test.ts`],
  },
  {
    fear: 'an acquirer that is slow about one payment keeps all others waiting',
    file: `${SERVICE}/cards/settle-unsettled.ts`,
    find: 'await inParallel(attempts, AT_ONCE,',
    replace: 'await inParallel(attempts, 1,',
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
  {
    fear: 'a card is judged by the clock of the machine',
    file: `${SERVICE}/cards/pay.ts`,
    find: 'checkCard(typed, deps.clock.now())',
    replace: 'checkCard(typed, new Date())',
    tests: [`${SERVICE}/cards/pay.test.ts`],
  },
  {
    fear: 'a card is tried of an intent that expired while it was waited for',
    file: `${SERVICE}/cards/pay.ts`,
    find: 'const payment = await lockPayment(transaction, intentId)\n    const at = deps.clock.now()',
    replace: 'const at = deps.clock.now()\n    const payment = await lockPayment(transaction, intentId)',
    tests: [`${SERVICE}/cards/settle-attempt.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'the age of the youngest attempt is told as that of the oldest',
    file: `${SERVICE}/cards/unsettled-store.ts`,
    find: 'min(created_at)',
    replace: 'max(created_at)',
    tests: [`${SERVICE}/cards/abandoned-challenges.test.ts`],
  },
  {
    fear: 'attempts that have ended are counted as open',
    file: `${SERVICE}/cards/unsettled-store.ts`,
    find: "from card_attempts where status in ('authorising', 'challenged', 'reversing') group by",
    replace: 'from card_attempts group by',
    tests: [`${SERVICE}/cards/abandoned-challenges.test.ts`],
  },
  {
    fear: 'withdrawn challenges are given back minutes later',
    file: `${SERVICE}/cards/attempt-store.ts`,
    find: "check_at: checkAt })\n    .where('intent_id'",
    replace: "check_at: new Date(checkAt.getTime() + 300_000) })\n    .where('intent_id'",
    tests: [`${SERVICE}/cards/finish-challenge.test.ts`],
  },
]
