import type { HandMadeChange } from '../hand-made-change.ts'

const CONTRACT = 'packages/contract/src'
const SERVICE = 'packages/service/src'

export const CONTRACT_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'the limit of 100 ids is 101',
    file: `${CONTRACT}/payment-intent.ts`,
    find: 'uuidSchema, LIMITS.paymentIntentIds',
    replace: 'uuidSchema, LIMITS.paymentIntentIds + 1',
    tests: [`${SERVICE}/payments/limits.test.ts`],
  },
  {
    fear: 'an origin is registered that is more than one in the policy of the document that takes cards',
    file: `${CONTRACT}/origin.ts`,
    find: ' && ORIGIN.test(text)',
    replace: '',
    tests: [`${SERVICE}/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'a timestamp of the year 0 reaches the database, which does not know it',
    file: `${CONTRACT}/primitives.ts`,
    find: "  .refine((text) => !text.startsWith('0000'), TIMESTAMP_RULE)",
    replace: '',
    tests: [`${CONTRACT}/primitives.test.ts`],
  },
  {
    fear: 'a reference may be empty, and names nothing on the receipt',
    file: `${CONTRACT}/payment-intent.ts`,
    find: 'reference: textSchema(',
    replace: 'reference: anyTextSchema(',
    tests: [`${CONTRACT}/payment-intent.test.ts`],
  },
  {
    fear: 'all buyers whose id is empty are one customer',
    file: `${CONTRACT}/payment-intent.ts`,
    find: 'id: textSchema(LIMITS.buyerIdLength)',
    replace: 'id: anyTextSchema(LIMITS.buyerIdLength)',
    tests: [`${CONTRACT}/payment-intent.test.ts`],
  },
  {
    fear: 'a manifest leads a page to a script outside of its folder',
    file: `${CONTRACT}/manifest.ts`,
    find: String.raw`/^[\w-][\w.-]*\.js$/`,
    replace: String.raw`/^[\w./-]*\.js$/`,
    tests: [`${CONTRACT}/widget.test.ts`],
  },
  {
    fear: 'a digest cut short counts as one',
    file: `${CONTRACT}/widget.ts`,
    find: '{64}$/',
    replace: '+$/',
    tests: [`${CONTRACT}/widget.test.ts`],
  },
  {
    fear: 'a text of any length is taken for a security code',
    file: `${CONTRACT}/checkout-schemas.ts`,
    find: 'security_code: z.string().max(4)',
    replace: 'security_code: z.string()',
    tests: [`${CONTRACT}/checkout-schemas.test.ts`],
  },
  {
    fear: 'a subscription is made that is given no type of event, and so nothing',
    file: `${CONTRACT}/primitives.ts`,
    find: "    .min(1, { error: 'must have at least 1 element' })\n",
    replace: '',
    tests: [`${CONTRACT}/webhooks.test.ts`],
  },
  {
    fear: 'a merchant is named like an id, and is meant where that id is',
    file: `${CONTRACT}/dashboard-settings.ts`,
    find: ".refine((text) => !uuidSchema.safeParse(text).success, { error: 'must be a name, not an id' })",
    replace: '',
    tests: [`${CONTRACT}/dashboard-settings.test.ts`],
  },
  {
    fear: 'a merchant’s name turns round what stands behind it, or breaks the line of a list',
    file: `${CONTRACT}/dashboard-settings.ts`,
    find: ' && !UNFIT_FOR_NAME.test(text)',
    replace: '',
    tests: [`${CONTRACT}/dashboard-settings.test.ts`],
  },
  {
    fear: 'a merchant has a name in which nobody sees anything',
    file: `${CONTRACT}/dashboard-settings.ts`,
    find: 'SEEN.test(text) && ',
    replace: '',
    tests: [`${CONTRACT}/dashboard-settings.test.ts`],
  },
  {
    fear: 'a price in Hebrew or Arabic falls apart in the sentence around it',
    file: `${CONTRACT}/price.ts`,
    find: 'return written.includes(RIGHT_TO_LEFT_MARK) ? isolated(parts) : written',
    replace: 'return written',
    tests: [`${CONTRACT}/price.test.ts`],
  },
]
