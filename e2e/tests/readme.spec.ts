import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '@coinslot/tooling/free-ports'
import { CARDS, payByCard, press, seeHeading } from '../actors/buyer.ts'
import { call } from '../stack/call.ts'
import { ROOT, RunningProcess } from '../stack/running-process.ts'
import { test } from '../stack/test.ts'

const SHOP = `
export const purchaseOf = ({ item }: { item: string }) => ({
  buyer: { email: 'reader@example.com' },
  currency: 'USD',
  items: [{ id: item, title: '500 coins', amount: '4.99' }],
})
export const deliver = (event: { type: string }) => console.log('delivered', event.type)
`

// A page that the test itself fulfils has no address, so that Chromium asks before it lets it reach this machine.
test.use({ permissions: ['local-network-access'] })

/** The first block of a language in the README. */
const block = (readme: string, language: string): string =>
  readme.split('```' + `${language}\n`)[1]?.split('```')[0] ?? ''

test('the smallest integration of the README sells as it stands', async ({ page, stack }) => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const credentials = await stack.createClient(['--origin', origin])
  const { access_token: token } = await call(stack.serviceUrl, '/auth/v1/oauth2/token', { body: credentials })
  const { signing_key: signingKey = '' } = await call(stack.serviceUrl, '/notifications/v1/subscriptions', {
    body: { endpoint: `http://127.0.0.1:${port}/coinslot/webhook` },
    token,
  })

  // Below this folder, so that the packages are found as they would be in a merchant's project.
  await mkdir(join(import.meta.dirname, '..', '.cache'), { recursive: true })
  const folder = await mkdtemp(join(import.meta.dirname, '..', '.cache', 'readme-'))
  const backend = block(readme, 'ts')
    .replace(`environment: 'local'`, `baseUrl: '${stack.serviceUrl}'`)
    .replace('listen(3000)', `listen(${port}, '127.0.0.1', () => console.log('listening'))`)
  await writeFile(join(folder, 'shop.ts'), SHOP)
  await writeFile(join(folder, 'server.ts'), backend)
  const server = new RunningProcess(['node', '--conditions=@coinslot/source', join(folder, 'server.ts')], {
    COINSLOT_CLIENT_ID: credentials.client_id,
    COINSLOT_CLIENT_SECRET: credentials.client_secret,
    COINSLOT_SIGNING_KEY: signingKey,
  })
  await server.says(/listening/)

  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: block(readme, 'html') }))
  await page.route(`${origin}/coinslot.js`, (route) =>
    route.fulfill({ path: join(ROOT, 'packages', 'browser', 'dist', 'coinslot.js') }),
  )
  await page.goto(origin)
  await press(page, 'Buy 500 coins')
  const widget = page.locator('iframe').contentFrame()
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  await server.says(/delivered payment_approved/)
  await server.stop()
  await rm(folder, { recursive: true })
})
