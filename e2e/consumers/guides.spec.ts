import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { commandsOf, filesOf, readPage } from './guide.ts'
import type { Shop } from './shop.ts'
import { expect, test } from './test.ts'

/** Pages whose files stand on those of another one: the backend, where they are about the page. */
const START = 'node --env-file=.env server.ts'

/** What the project that all share has installed, and what a test starts. */
const DONE_OTHERWISE =
  /^(npm install|node --env-file|set -a|COINSLOT_ALLOW_PRIVATE_WEBHOOKS=true npx coinslot-service serve)/

/** Types what a page says. */
const follow = async (shop: Shop, page: string): Promise<void> => {
  const commands = (await commandsOf(page)).filter((line) => !DONE_OTHERWISE.test(line))
  const isNpm = (command: string): boolean => command.startsWith('npm ')
  for (const command of commands.filter(isNpm)) await shop.type(command)
  await shop.link()
  for (const command of commands.filter((line) => !isNpm(line))) await shop.type(command)
}

test('the first purchase, as it is typed', async ({ page, open }) => {
  const shop = await open('first-purchase')
  await shop.write(await filesOf('start/first-purchase'))
  await follow(shop, 'start/first-purchase')
  const commands = await commandsOf('start/first-purchase')
  expect(commands.some((line) => line.endsWith('npx coinslot-service serve'))).toBe(true)
  await shop.start('node --env-file=.env server.mjs')
  await shop.sell(page)
})

for (const name of ['react', 'vue', 'svelte', 'lit']) {
  test(`the guide of ${name}, on the backend of Express, under the strict policy`, async ({ page, open }) => {
    const shop = await open(`guide-${name}`)
    await shop.write(await filesOf('guides/express'))
    await shop.write(await filesOf(`guides/${name}`))
    const [policies] = /trusted-types coinslot [\w-]+/.exec(await readPage(`guides/${name}`)) ?? [
      'trusted-types coinslot',
    ]
    const policy = await shop.read('page.ts')
    await shop.write({ 'page.ts': policy.replace('trusted-types coinslot', policies) })
    await shop.setUp()
    await follow(shop, 'guides/express')
    await shop.start(START)
    await shop.sell(page)
    await expect(page.getByRole('status').filter({ hasText: 'Thank you!' })).toBeVisible()
  })
}

test('the guide of Fastify', async ({ page, open }) => {
  const shop = await open('guide-fastify')
  await shop.write({ ...(await filesOf('guides/express')), ...(await filesOf('guides/fastify')) })
  await shop.setUp()
  await follow(shop, 'guides/fastify')
  await shop.start(START)
  await shop.sell(page)
})

test('the guide of other languages, with its backend in Python', async ({ page, open }) => {
  test.skip(spawnSync('python3', ['--version']).status !== 0, 'there is no Python here')
  const shop = await open('guide-other-languages')
  const { 'page.html': html = '' } = await filesOf('start/first-purchase')
  await shop.write({ 'page.html': html, ...(await filesOf('guides/other-languages')) })
  await shop.setUp()
  await follow(shop, 'guides/other-languages')
  const [start = ''] = (await commandsOf('guides/other-languages')).filter((line) => line.startsWith('set -a'))
  await shop.start(start)
  await shop.sell(page)
  const refusal = async (headers: Readonly<Record<string, string>>) => {
    const asked = request(`${shop.url}/coinslot/webhook`, { method: 'POST', headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  for (const timestamp of ['', 'now', '9'.repeat(400), '9'.repeat(5_000)])
    expect(await refusal({ 'webhook-timestamp': timestamp, 'content-length': '0' })).toBe(401)
  for (const length of ['-1', '100000', '9'.repeat(5_000)])
    expect(await refusal({ 'content-length': length })).toBe(413)
})

/** Types the shop of the guide of Hono, with a page of another guide and what that needs served. */
const followHono = async (shop: Shop, files: Readonly<Record<string, string>>, route: string): Promise<void> => {
  const { 'shop.ts': sold = '' } = await filesOf('guides/express')
  const { 'server.ts': server = '' } = await filesOf('guides/hono')
  await shop.write({ ...files, 'shop.ts': sold, 'server.ts': server.replace(`app.get('/',`, `${route}\napp.get('/',`) })
  await shop.setUp()
  await follow(shop, 'guides/hono')
  await shop.start(START)
}

const asScript = `200, { 'content-type': 'text/javascript' }`

test('the guide of Hono, and that of the script tag', async ({ page, open }) => {
  const shop = await open('guide-hono')
  const { 'page.html': html = '', 'thanks.js': thanks = '' } = await filesOf('guides/script-tag')
  const route = `app.get('/thanks.js', (context) => context.body(readFileSync('thanks.js'), ${asScript}))`
  await followHono(shop, { 'page.html': html, 'thanks.js': thanks }, route)
  await shop.sell(page)
  await expect(page.getByText('Thank you!')).toBeVisible()
})

test('the import map in the guide of the script tag', async ({ page, open }) => {
  const shop = await open('guide-import-map')
  const { 'import-map.html': html = '', 'page.js': script = '' } = await filesOf('guides/script-tag')
  const route = `app.get('/page.js', (context) => context.body(readFileSync('page.js'), ${asScript}))
    app.get('/modules/*', ({ req, body }) => body(readFileSync(req.path.replace('/modules', 'node_modules')), ${asScript}))`
  await followHono(shop, { 'page.html': html, 'page.js': script }, route)
  await shop.sell(page)
  await expect(page).toHaveTitle('Thank you!')
})
