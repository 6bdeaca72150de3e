import type { Page } from '@playwright/test'
import { CARDS, payByCard, seeHeading, widgetOf } from '../actors/buyer.ts'
import { buy } from '../actors/player.ts'
import { expectAccessible, LOOKED_AT } from '../stack/axe.ts'
import { brokenWords } from '../stack/broken-words.ts'
import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

const PAGES = ['', '/payments', '/webhooks', '/requests', '/requests/console', '/identity', '/settings', '/nowhere']

/** A page's lists come one by one. */
const untilLoaded = (page: Page): Promise<void> => expect(page.getByLabel('Loading')).toHaveCount(0)

/** Looks at a page once all of it is there. */
const look = async (page: Page, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilLoaded(page)
  await expectAccessible(page, name)
}

test.describe('narrow and wide, light and dark', () => {
  test.use(LOOKED_AT)

  test.beforeEach(async ({ page, stack }) => {
    await page.goto(stack.shopUrl)
    await buy(page, 'Chest of 1,200 coins')
    await payByCard(widgetOf(page), CARDS.approved)
    await seeHeading(widgetOf(page), 'Payment approved')
  })

  test('every page of the dashboard passes axe', async ({ page, stack }) => {
    await page.goto(await stack.dashboardLink())
    for (const path of PAGES) {
      await page.goto(`${stack.serviceUrl}/dashboard${path}`)
      await look(page, path)
    }
  })

  test('a payment and its delivery pass axe', async ({ page, stack }) => {
    await page.goto(await stack.dashboardLink())
    await page.goto(`${stack.serviceUrl}/dashboard/payments`)
    await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click()
    await page.getByRole('list', { name: 'Timeline' }).waitFor()
    await look(page, 'a payment')
    await page.getByRole('list', { name: 'Timeline' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Attempts' }).waitFor()
    await look(page, 'a delivery')
  })

  test('what an operator sees beyond it passes axe', async ({ page, stack }) => {
    await page.goto(await stack.dashboardLink(['--operator']))
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Banned customers' }).waitFor()
    await page.getByText('Create a merchant').click()
    const bans = page.getByRole('region', { name: 'Banned customers' })
    const wallet = '0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c'
    await bans.getByRole('textbox').fill(wallet)
    await bans.getByRole('button', { name: 'Ban' }).click()
    await bans.getByRole('cell', { name: wallet }).waitFor()
    await look(page, 'settings of the operator')
    await bans.getByRole('button', { name: 'Lift' }).click()
    await expect(bans).toContainText('Nobody is banned')
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('columnheader', { name: 'Merchant' }).waitFor()
    await look(page, 'payments of every merchant')
  })
})

test('what has the keyboard is not under the navigation of a small window, as one at 400 % zoom is', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  const navigation = await page.getByRole('navigation').boundingBox()
  const bottoms: number[] = []
  const last = page.getByText('Create a client')
  await page.getByRole('main').focus()
  while (!(await last.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab')
    const box = await page.locator(':focus').first().boundingBox()
    bottoms.push((box?.y ?? 0) + (box?.height ?? 0))
  }
  expect(bottoms.length).toBeGreaterThan(4)
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(navigation?.y ?? 0)

  const settings = page.getByRole('navigation').getByText('Settings')
  for (const width of [320, 280]) {
    await page.setViewportSize({ width, height: 256 })
    expect(await settings.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(width)
  }
})

test('on a phone that is folded what happened to a payment is told in whole words', async ({ page, stack }) => {
  const [id = ''] = await createIntents(stack, [{ title: 'Coins', reference: 'folded' }])
  await page.setViewportSize({ width: 280, height: 653 })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments/${id}`)
  await page.getByRole('button', { name: 'Let it expire' }).click()
  await page.getByRole('button', { name: 'Replay' }).waitFor()
  const happened = page.getByRole('list', { name: 'Timeline' })
  await expect(happened).toContainText('Nobody paid in time')
  expect(await brokenWords(happened)).toEqual([])
})

test('an operator reads whose rows these are at 400 % zoom, and all of the settings in a window of 1000', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(await stack.dashboardLink(['--operator']))
  const choice = page.getByRole('combobox', { name: 'Merchant' })
  await expect(choice).toBeVisible()
  expect((await choice.boundingBox())?.width).toBeGreaterThan(100)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 })

  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  for (const width of [960, 1000, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(page.getByRole('columnheader', { name: 'Identity check past' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('what is pressed in a row, or on a card, says to screen readers which one it is about', async ({
  page,
  stack,
}) => {
  const { client_id: client } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const row = page
    .getByRole('table', { name: 'Clients' })
    .getByRole('row')
    .filter({ hasText: client.slice(-8) })
  for (const name of ['Edit', 'New secret', 'Disable'])
    await expect(row.getByRole('button', { name })).toHaveAccessibleDescription(`…${client.slice(-8)}`)
  const merchants = page.getByRole('table', { name: 'Products and limits' })
  const edit = merchants.getByRole('row', { name: /Test merchant/ }).getByRole('button', { name: 'Edit' })
  await expect(edit.first()).toHaveAccessibleDescription('Test merchant')
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const card = page.getByRole('article', {
    name: `${stack.shopUrl.replace('localhost', '127.0.0.1')}/coinslot/webhook`,
  })
  await expect(card.getByRole('button', { name: 'Send test' })).toBeVisible()
})

test('no two links or buttons of a page that do different things have one name', async ({ page, stack }) => {
  await createIntents(
    stack,
    [1, 2].map((nr) => ({ title: `Coins ${nr}`, reference: `told-apart-${nr}` })),
  )
  await page.goto(await stack.dashboardLink(['--operator']))
  const namesOn = async (path: string, role: 'link' | 'button', pattern: RegExp, ready: string): Promise<string[]> => {
    await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
    await expect(page.getByRole('table', { name: ready }).getByRole('row').nth(1)).toBeVisible()
    await untilLoaded(page)
    const snapshot = await page.locator('main').ariaSnapshot()
    return [...snapshot.matchAll(new RegExp(`${role} "([^"]+)"`, 'g'))]
      .map(([, name = '']) => name)
      .filter((name) => pattern.test(name))
  }
  for (const names of [
    await namesOn('settings', 'link', /^Export CSV/, 'Clients'),
    await namesOn('payments', 'button', /^Copy the id/, 'Payments'),
  ]) {
    expect(names.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('the chart is one picture to screen readers', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'one-picture' }])
  await page.goto(await stack.dashboardLink())
  await expect(page.locator('hour-chart .u-legend')).toBeVisible()
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  const heard = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role?.value} ${name?.value}`)
  expect(heard.filter((part) => part.startsWith('image Payments per hour'))).toHaveLength(1)
  // What the legend shows is for those who point at the chart; the table beside it has all of it.
  expect(heard).not.toContain('rowheader Approved')
})

test('a time that nobody has touched is not said to be invalid', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await expect(page.getByText('Replay what has not arrived since')).toBeVisible()
  const devTools = await page.context().newCDPSession(page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  const box = nodes.find(({ role, name }) => role?.value === 'DateTime' && name?.value.startsWith('Replay what'))
  expect(box?.properties?.find(({ name }) => name === 'invalid')?.value.value).toBe('false')
})

/** What WCAG 1.4.12 lets readers set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

test('settings of an operator fit half a screen with letters set wider', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  for (const width of [320, 690, 720, 760, 1000]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${stack.serviceUrl}/dashboard/settings`)
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
    await expect(page.getByLabel('Loading')).toHaveCount(0)
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    }, SPACING)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width)
  }
})

test('the name of a merchant is read whole, and on the narrowest phone takes no more room', async ({ page, stack }) => {
  const name = 'Sternenstaub Spielwaren'
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(await stack.dashboardLink())
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('Test merchant')
  const height = (await banner.boundingBox())?.height
  await page.route('**/dashboard/v1/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('Test merchant', name) })
  })
  await page.reload()
  const cut = () =>
    banner
      .getByText(name)
      .evaluate((shown) => Math.max(shown.scrollWidth - shown.clientWidth, shown.scrollHeight - shown.clientHeight))
  expect(await cut()).toBeLessThanOrEqual(0)
  expect((await banner.boundingBox())?.height).toBe(height)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await cut(), 'in a large window').toBeLessThanOrEqual(0)
})
