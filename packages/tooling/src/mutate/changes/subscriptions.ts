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
]
