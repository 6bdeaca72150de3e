import { confirmEmail, giveNameAndPhone, payByCard, press, seeHeading, CARDS } from '../actors/buyer.ts'
import { filesOf, readPage } from './guide.ts'
import { expect, test } from './test.ts'

test('the scripts of the SDK’s page print what they say', async ({ open }) => {
  const shop = await open('sdk')
  await shop.write(await filesOf('reference/sdk'))
  await shop.setUp()
  const run = (script: string): Promise<string> => shop.type(`node --env-file=.env ${script}`)
  expect(await run('payments.ts')).toMatch(/wait for the webhook of [\w-]+\nthe same answer: true\n\[ 'Created' \]/)
  expect(await run('observed.ts')).toMatch(/GET \/notifications\/v1\/subscriptions 200 \d+ ms/)
  expect(await run('errors.ts')).toMatch(/^items\.0\.amount must be/)
  expect(await run('head.ts')).toMatch(/<link rel="modulepreload"[^>]*integrity="sha384-/)
})

test('the scripts of the guide of webhooks subscribe, replay and verify', async ({ open }) => {
  const shop = await open('webhooks')
  const probe = `
import { signTestWebhook } from '@coinslot/node'
import { receive } from './receive.ts'
import { createSqlEventStore } from './event-store.ts'
import { balance, handler } from './shop.ts'

const key = process.env.COINSLOT_SIGNING_KEY
const data = { payment_intent_id: crypto.randomUUID(), status: 'Approved', reference: null, amount: '4.99', currency: 'USD', item_id: 'coins-500', buyer_id: 'player-1' }
const event = { id: 'event-1', type: 'payment_approved', version: '1', created_at: new Date().toISOString(), data }
const { body, headers } = await signTestWebhook(event, key)
const post = () => new Request('https://shop.test/coinslot/webhook', { method: 'POST', body, headers })
const seen = []
console.log((await receive(post(), [key], async ({ id }) => void seen.push(id))).status, seen)
console.log((await receive(new Request('https://shop.test', { method: 'POST', body: '{}' }), [key], async () => {})).status)
console.log((await handler(post())).status, (await handler(post())).status, balance.get('player-1'))

const events = new Map()
const store = createSqlEventStore(async (sql, [id]) => {
  if (sql.startsWith('insert')) return events.has(id) ? [] : (events.set(id, false), [{ id }])
  if (sql.startsWith('update')) events.set(id, true)
  if (sql.startsWith('delete')) events.delete(id)
  return sql.startsWith('select') ? [{ done: events.get(id) }] : []
})
const claims = [await store.claim('a'), await store.claim('a')]
await store.complete('a')
console.log(...claims, await store.claim('a'))
`
  await shop.write({ ...(await filesOf('guides/webhooks')), 'probe.ts': probe })
  await shop.setUp()
  const run = (script: string): Promise<string> => shop.type(`node --env-file=.env ${script}`)
  expect(await run('probe.ts')).toBe(`204 [ 'event-1' ]\n401\n200 200 500\nclaimed busy done\n`)
  expect(await run('subscribe.ts')).toBe('Keep this key: true\n')
  expect(await run('replay.ts')).toMatch(/^0 deliveries are due again/)
})

test('the worker of its guide sells by a Request', async ({ open }) => {
  const shop = await open('workers')
  const call = `
import worker from './worker.ts'

const headers = { 'content-type': 'application/json' }
const order = new Request('https://shop.test/coinslot/intent', { method: 'POST', headers, body: '{}' })
console.log((await worker.fetch(order, process.env)).status)
`
  await shop.write({ ...(await filesOf('guides/workers')), 'call.ts': call })
  await shop.setUp()
  expect(await shop.type('node --env-file=.env call.ts')).toBe('201\n')
})

test('the shop of redirect mode sends its buyer to the hosted page', async ({ page, open }) => {
  const shop = await open('redirect')
  await shop.write(await filesOf('guides/redirect'))
  await shop.setUp()
  await shop.start('node --env-file=.env pay.ts')
  await page.goto(shop.url)
  await page.getByRole('link', { name: 'Buy 500 coins' }).click()
  await payByCard(page, CARDS.approved)
  await seeHeading(page, 'Payment approved')
})

test('the shop of the guide of identity checks verifies who asks', async ({ page, open }) => {
  const shop = await open('identity')
  await shop.write(await filesOf('guides/identity'))
  await shop.setUp()
  await shop.start('node --env-file=.env server.mjs')
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Verify who you are' }).click()
  const widget = page.locator('iframe').contentFrame()
  await confirmEmail(widget, 'ada@example.com')
  await giveNameAndPhone(widget, 'Ada Lovelace')
  await seeHeading(widget, 'Verification approved')
  await press(widget, 'Done')
  await shop.says(/player-1 is verified at level 2/)
})

test('the page without the element opens a session by functions, and takes the guide’s messages and styles', async ({
  page,
  open,
}) => {
  const shop = await open('functions')
  await shop.write(await filesOf('guides/express'))
  const { 'vite.config.js': config = '', 'page/index.html': html = '' } = await filesOf('guides/lit')
  const body = `<button id="buy">Buy</button><div id="payment"></div><p id="thanks" hidden>Thank you!</p><coin-slot></coin-slot>
    <script type="module" src="/messages.js"></script><script type="module" src="/functions.js"></script>
    <link rel="stylesheet" href="/shop.css">`
  await shop.write({
    ...(await filesOf('reference/loader')),
    ...(await filesOf('guides/theming')),
    'vite.config.js': config,
    'page/index.html': html
      .replace('<script type="module" src="/main.js"></script>', '')
      .replace(/<body>.*<\/body>/s, `<body>${body}</body>`),
  })
  await shop.setUp()
  await shop.type('npx vite build')
  await shop.start('node --env-file=.env server.ts')
  await shop.sell(page)
  await expect(page.getByText('Thank you!')).toBeVisible()
})

test('the policy of its guide is the one that the shops send', async () => {
  const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
  const [, documented = ''] = /```csp\n([^`]*)```/.exec(await readPage('guides/csp')) ?? []
  const { 'page.ts': sent = '' } = await filesOf('guides/csp')
  const directives = [...sent.matchAll(/^ {4}`(.*)`,$/gm)].map(([, directive = '']) =>
    directive.replace('${nonce}', '{nonce}').replace('${service}', '{service}'),
  )
  expect(directives.join('; ')).toBe(squeeze(documented))
})
