import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const PAYMENTS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'an expired intent is put to the acquirer',
    file: `${SERVICE}/payments/state-rules.ts`,
    find: "shownStatus(intent.status, intent.expiresAt, now) === 'Created' &&",
    replace: "intent.status === 'Created' &&",
    tests: [`${SERVICE}/payments/state-rules.test.ts`],
  },
  {
    fear: 'an approval after its time counts',
    file: `${SERVICE}/payments/state-rules.ts`,
    find: "if (now >= state.expiresAt) return { ...state, status: 'Expired' }",
    replace: "if (now > state.expiresAt) return { ...state, status: 'Expired' }",
    tests: [`${SERVICE}/payments/state-rules.test.ts`],
  },
  {
    fear: 'an intent that is being approved is expired as well',
    file: `${SERVICE}/payments/payment-store.ts`,
    find: "toPayment(await selectPayments(transaction).where('id', '=', id).forUpdate().executeTakeFirstOrThrow())",
    replace: "toPayment(await selectPayments(transaction).where('id', '=', id).executeTakeFirstOrThrow())",
    tests: [`${SERVICE}/cards/expire-intents.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'ERR15 is stored as Created',
    file: `${SERVICE}/payments/creation-store.ts`,
    find: "case when error_code in ('ERR01', 'ERR03', 'ERR15') then 'Refused' else 'Created' end,",
    replace: "case when error_code in ('ERR01', 'ERR03') then 'Refused' else 'Created' end,",
    tests: [`${SERVICE}/payments/routes.test.ts`],
  },
  {
    fear: "another merchant's amounts count toward a buyer's threshold of identity checks",
    file: `${SERVICE}/payments/creation-store.ts`,
    find: 'where merchant_id = "merchantId" and buyer_hash = "buyerHash" and status',
    replace: 'where buyer_hash = "buyerHash" and status',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'a verification at another merchant counts',
    file: `${SERVICE}/payments/creation-store.ts`,
    find: 'where merchant_id = "merchantId" and customer_hash',
    replace: 'where customer_hash',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'a repeated request for a redirect is given a token that opens nothing',
    file: `${SERVICE}/payments/create-intent.ts`,
    find: '      await insertRedirectToken(deps.db, { tokenHash, intentId: intent.id, expiresAt })\n',
    replace: '',
    tests: [`${SERVICE}/payments/routes.test.ts`],
  },
  {
    fear: 'the limit of 100 ids is 101',
    file: 'packages/contract/src/payment-intent.ts',
    find: '.max(LIMITS.paymentIntentIds, {',
    replace: '.max(LIMITS.paymentIntentIds + 1, {',
    tests: [`${SERVICE}/payments/limits.test.ts`],
  },
  {
    fear: 'an intent expires before its time',
    file: `${SERVICE}/payments/payment-store.ts`,
    find: "    .where('expires_at', '<=', now)\n",
    replace: '',
    tests: [`${SERVICE}/cards/expire-intents.test.ts`],
  },
  {
    fear: 'an intent is shown as expired, and as approved afterwards',
    file: `${SERVICE}/payments/status-store.ts`,
    find: '`${READ_STATUSES} for share`',
    replace: 'READ_STATUSES',
    tests: [`${SERVICE}/payments/routes.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'statuses of another merchant are told',
    file: `${SERVICE}/payments/status-store.ts`,
    find: ' and merchant_id = $1::uuid',
    replace: ' and $1::uuid is not null',
    tests: [`${SERVICE}/payments/routes.test.ts`],
  },
  {
    fear: 'what was refused is shown as an intent',
    file: `${SERVICE}/payments/status-store.ts`,
    find: " and status <> 'Refused'",
    replace: '',
    tests: [`${SERVICE}/payments/routes.test.ts`],
  },
  {
    fear: 'what was not approved counts toward the threshold of identity checks',
    file: `${SERVICE}/payments/creation-store.ts`,
    find: ` and status = 'Approved'
          and finalised_at`,
    replace: ` and coalesce(finalised_at, created_at)`,
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'an e-mail address that answered its code stands for a verified identity',
    file: `${SERVICE}/payments/creation-store.ts`,
    find: 'and level >= 2',
    replace: 'and level >= 1',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'the address of a buyer who was refused is kept for a receipt',
    file: `${SERVICE}/payments/creation-store.ts`,
    find: ` and (created.error_code is null or created.error_code = 'ERR06')`,
    replace: '',
    tests: [`${SERVICE}/receipts`],
  },
]
