const { readFileSync } = require('node:fs')
const { createServer } = require('node:http')
const { createClient, createHandler } = require('@coinslot/node')
const { toNodeListener } = require('@coinslot/node/node-http')

const env = (name) => {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run \`npm run setup\` (coinslot-service clients create --env-to .env) first`)
  return value
}

const { PORT = 3000 } = process.env
const client = createClient({
  baseUrl: env('COINSLOT_BASE_URL'),
  clientId: env('COINSLOT_CLIENT_ID'),
  clientSecret: env('COINSLOT_CLIENT_SECRET'),
})
const items = [{ id: 'coins-500', title: '500 coins', amount: '4.99' }]

const coinslot = toNodeListener(
  createHandler({
    client,
    webhookKeys: env('COINSLOT_SIGNING_KEY'),
    resolveIntent: async (request) => {
      const { item } = await request.json()
      const wanted = items.find(({ id }) => id === item)
      if (wanted === undefined) return new Response('There is no such item', { status: 404 })
      return { buyer: { id: 'player-1', email: 'ada@example.com' }, currency: 'USD', items: [wanted] }
    },
    onEvent: (event) => {
      if (event.type !== 'payment_approved') return
      console.log(`Deliver ${event.data.item_id} to ${event.data.buyer_id}`)
    },
  }),
)

const page = `<!doctype html>
<html lang="en">
  <title>Shop</title>
  <script type="module" src="/coinslot.js"></script>
  <h1>500 coins</h1>
  <coin-slot endpoint="/coinslot" item="coins-500"><button>Buy for $4.99</button></coin-slot>
</html>`
const script = readFileSync(require.resolve('@coinslot/browser/coinslot.js'))

createServer((request, response) => {
  if (request.url.startsWith('/coinslot/')) return coinslot(request, response)
  if (request.url === '/coinslot.js') return response.setHeader('content-type', 'text/javascript').end(script)
  return response.setHeader('content-type', 'text/html').end(page)
}).listen(PORT, 'localhost', () => console.log(`The shop listens on http://localhost:${PORT}`))
