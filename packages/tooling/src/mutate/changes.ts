/** A change of the kind that a reviewer fears, in what tools do not mutate well: SQL, locks, what is waited for. */
export interface HandMadeChange {
  /** What would go wrong. */
  readonly fear: string
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** Files or folders of the tests that should notice. */
  readonly tests: readonly string[]
  /** The database on which it shows; default the embedded one. */
  readonly database?: 'embedded' | 'postgres'
}

const SERVICE = 'packages/service/src'

export const HAND_MADE: readonly HandMadeChange[] = [
  {
    fear: 'a late answer approves an attempt that is being given back',
    file: `${SERVICE}/cards/settle-attempt.ts`,
    find: "attempt?.status !== 'authorising' && attempt?.status !== 'challenged'",
    replace: "attempt?.status !== 'authorising' && attempt?.status !== 'challenged' && attempt?.status !== 'reversing'",
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
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
    fear: 'a challenge outlives its intent',
    file: `${SERVICE}/cards/expire-intents.ts`,
    find: '    await reverseChallenges(\n      transaction,\n      expired.map(({ id }) => id),\n      now,\n    )\n',
    replace: '',
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
  {
    fear: 'a token keeps permissions that its client has lost',
    file: `${SERVICE}/auth/bearer.ts`,
    find: 'claims.permissions.filter((permission) => client.permissions.includes(permission))',
    replace: 'claims.permissions',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'the audience of a token is not looked at',
    file: `${SERVICE}/auth/access-tokens.ts`,
    find: '      audience: AUDIENCE,\n',
    replace: '',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'a one-time code works twice',
    file: `${SERVICE}/kyc/answer-code.ts`,
    find: 'await deleteCodes(transaction, key)\n',
    replace: '\n',
    tests: [`${SERVICE}/kyc/codes.test.ts`],
  },
  {
    fear: "a worker that lost its lease ends another's delivery",
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: "result.status = 'failed' and delivery.lease = ${lease}::uuid)",
    replace: "result.status = 'failed')",
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: "a worker that lost its lease takes another's away",
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: 'lease = nullif(delivery.lease, ${lease}::uuid)',
    replace: 'lease = null',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: 'two workers take one delivery',
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: '        for update skip locked\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a delivery is taken whose lease still runs',
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: 'and (leased_until is null or leased_until <= ${now}::timestamptz)',
    replace: '',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: 'events are missed while a subscription is enabled, because nothing holds it',
    file: `${SERVICE}/webhooks/subscription-store.ts`,
    find: '    .forUpdate()\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/subscriptions.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'what is given back is not marked before the processor is asked',
    file: `${SERVICE}/cards/settle-attempt.ts`,
    find: '    await markReversing(transaction, attemptId, at)\n',
    replace: '',
    tests: [`${SERVICE}/cards/settle-unsettled.test.ts`],
  },
  {
    fear: 'rotateKey is repeated after a 500',
    file: 'packages/node/src/retry.ts',
    find: 'NOT_TAKEN_UP.has(status) || (repeatable && status >= 500)',
    replace: 'NOT_TAKEN_UP.has(status) || status >= 500',
    tests: ['packages/node/src/transport.test.ts'],
  },
  {
    fear: 'the limit of 100 ids is 101',
    file: 'packages/contract/src/payment-intent.ts',
    find: '.max(LIMITS.paymentIntentIds, {',
    replace: '.max(LIMITS.paymentIntentIds + 1, {',
    tests: [`${SERVICE}/payments/limits.test.ts`],
  },
]
