import { createClient, createHandler } from '@coinslot/node'

const env = (name: string): string => {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run \`npm run setup\` (coinslot-service clients create --env-to .env) first`)
  return value
}

const client = createClient({
  baseUrl: env('COINSLOT_BASE_URL'),
  clientId: env('COINSLOT_CLIENT_ID'),
  clientSecret: env('COINSLOT_CLIENT_SECRET'),
})

// Prices are yours: a page names an item, and nothing else.
const items = [{ id: 'coins-500', title: '500 coins', amount: '4.99' }]

export const handler = createHandler({
  client,
  webhookKeys: env('COINSLOT_SIGNING_KEY'),
  resolveIntent: async (request) => {
    const { item } = (await request.json()) as { item?: unknown }
    const wanted = items.find(({ id }) => id === item)
    if (wanted === undefined) return new Response('There is no such item', { status: 404 })
    // Whoever is logged in; here everybody is Ada.
    return { buyer: { id: 'player-1', email: 'ada@example.com' }, currency: 'USD', items: [wanted] }
  },
  onEvent: (event) => {
    if (event.type !== 'payment_approved') return
    console.log(`Deliver ${event.data.item_id} to ${event.data.buyer_id}`)
  },
})
