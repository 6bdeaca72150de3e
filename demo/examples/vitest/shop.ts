import { createHandler, type HandlerOptions } from '@coinslot/node'

/** What has been delivered: your database, in a real shop. */
export const delivered: string[] = []

const items = [{ id: 'coins-500', title: '500 coins', amount: '4.99' }]

/** The shop's routes; where the service is, and its keys, come from outside: the environment, or a test. */
export const createShop = (connection: Pick<HandlerOptions, 'client' | 'webhookKeys' | 'now'>) =>
  createHandler({
    ...connection,
    resolveIntent: async (request) => {
      const { item } = (await request.json()) as { item?: unknown }
      const wanted = items.find(({ id }) => id === item)
      if (wanted === undefined) return new Response('There is no such item', { status: 404 })
      return { buyer: { id: 'player-1', email: 'ada@example.com' }, currency: 'USD', items: [wanted] }
    },
    onEvent: (event) => {
      if (event.type === 'payment_approved') delivered.push(event.data.item_id)
    },
  })
