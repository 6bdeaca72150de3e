import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const SUBSCRIPTIONS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'enabling a subscription once more, as after a lost answer, is refused for want of a place',
    file: `${SERVICE}/webhooks/subscriptions.ts`,
    find: "    if (known.status === 'enabled') return known\n",
    replace: '',
    tests: [`${SERVICE}/webhooks/routes.test.ts`],
  },
  {
    fear: 'a key whose time is over keeps another from being made until it is cleared away',
    file: `${SERVICE}/webhooks/subscription-store.ts`,
    find: "where('expires_at', '>', at)]",
    replace: "where('created_at', '<=', at)]",
    tests: [`${SERVICE}/webhooks/routes.test.ts`],
  },
  {
    fear: 'who has rotated a key too often is told to come back when all of its keys are over',
    file: `${SERVICE}/webhooks/subscription-store.ts`,
    find: "select.fn.min<Date | null>('expires_at')",
    replace: "select.fn.max<Date | null>('expires_at')",
    tests: [`${SERVICE}/webhooks/routes.test.ts`],
  },
  {
    fear: 'a merchant enables more subscriptions than it may by asking two processes at once',
    file: `${SERVICE}/webhooks/subscription-store.ts`,
    find: '.forNoKeyUpdate()',
    replace: '',
    tests: [`${SERVICE}/webhooks/subscriptions.test.ts`],
    database: 'postgres',
  },
]
