import type { IntentInput } from '@coinslot/node'

export const PURCHASE: IntentInput = {
  buyer: { email: 'buyer@example.com' },
  currency: 'USD',
  items: [{ id: 'coins-1000', title: '1,000 coins', amount: '9.99' }],
}
