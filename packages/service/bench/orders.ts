import { randomUUID } from 'node:crypto'

/** A request for an intent that no other has sent; buyers repeat, as they do. @param picture where the item has one. */
export const order = (index: number, picture: { readonly image_url?: string } = {}): string =>
  JSON.stringify({
    transaction_type: 'BUY_VDA',
    buyer: { id: `player-${index % 1_000}`, email: `player-${index % 1_000}@example.com` },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [{ id: 'gold-100', title: '100 gold', description: 'A chest of gold', amount: '9.99', ...picture }],
  })

/** The same with one of a hundred pictures, which are at a host that is not there. */
export const orderWithPicture = (index: number): string =>
  order(index, { image_url: `https://pictures.invalid/${index % 100}.png` })
