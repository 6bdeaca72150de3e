import { commandsOf, filesOf, readPage } from './guide.ts'
import { expect, test } from './test.ts'

/** Pages whose files stand on those of another one: the backend, where they are about the page. */
const START = 'node --env-file=.env server.ts'

/** Commands that install are answered by the project that all share; those that start are typed by the test. */
const buildsOf = async (page: string): Promise<string[]> =>
  (await commandsOf(page)).filter(
    (command) => !/^(npm (install|init|create)|node --env-file|npx next dev)/.test(command),
  )

test('the first purchase, as it is typed', async ({ page, open }) => {
  const shop = await open('first-purchase')
  await shop.write(await filesOf('start/first-purchase'))
  const commands = await commandsOf('start/first-purchase')
  for (const command of commands.filter((line) => line.includes('clients create'))) await shop.type(command)
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
    for (const command of await buildsOf('guides/express')) await shop.type(command)
    await shop.start(START)
    await shop.sell(page)
    await expect(page.getByRole('status').filter({ hasText: 'Thank you!' })).toBeVisible()
  })
}

test('the guide of Fastify', async ({ page, open }) => {
  const shop = await open('guide-fastify')
  await shop.write({ ...(await filesOf('guides/express')), ...(await filesOf('guides/fastify')) })
  await shop.setUp()
  for (const command of await buildsOf('guides/fastify')) await shop.type(command)
  await shop.start(START)
  await shop.sell(page)
})

test('the guide of Hono, and that of the script tag', async ({ page, open }) => {
  const shop = await open('guide-hono')
  const { 'shop.ts': sold = '' } = await filesOf('guides/express')
  const { 'server.ts': server = '' } = await filesOf('guides/hono')
  const { 'page.html': html = '', 'thanks.js': thanks = '' } = await filesOf('guides/script-tag')
  const served = server.replace(
    `app.get('/',`,
    `app.get('/thanks.js', (context) => context.body(readFileSync('thanks.js'), 200, { 'content-type': 'text/javascript' }))\napp.get('/',`,
  )
  await shop.write({ 'shop.ts': sold, 'server.ts': served, 'page.html': html, 'thanks.js': thanks })
  await shop.setUp()
  await shop.start(START)
  await shop.sell(page)
  await expect(page.getByText('Thank you!')).toBeVisible()
})
