import { randomUUID } from 'node:crypto'

/** A request for an intent that no other has sent; buyers repeat, as they do. */
export const order = (index: number): string =>
  JSON.stringify({
    transaction_type: 'BUY_VDA',
    buyer: { id: `player-${index % 1_000}`, email: `player-${index % 1_000}@example.com` },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [{ id: 'gold-100', title: '100 gold', description: 'A chest of gold', amount: '9.99' }],
  })
