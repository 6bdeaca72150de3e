import { createIntents } from '../stack/create-intents.ts'
import { openOtherBrowser } from '../stack/other-browser.ts'
import { expect, test as base } from '../stack/test.ts'

/** The browser's own setting for the smallest text: no length of a style follows it. */
const SMALLEST = '--blink-settings=minimumFontSize=24'

const test = base.extend({
  page: async ({ browserName: _browser }, use) => {
    const page = await openOtherBrowser({ args: [SMALLEST] }, { viewport: { width: 390, height: 844 } })
    await use(page)
    await page.context().browser()?.close()
  },
})

test('all of the navigation is in the window of a phone, however large the browser makes small text', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const links = await page.getByRole('navigation').getByRole('link').all()
  expect(links).toHaveLength(6)
  for (const link of links) await expect(link).toBeInViewport({ ratio: 1 })
})

test('the tables of an operator are no wider than the window of a laptop, nor than that of a phone', async ({
  page,
  stack,
}) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'small-text' }])
  await stack.withoutCompliance(await stack.createClient([]))
  await page.goto(await stack.dashboardLink(['--operator']))
  for (const width of [1280, 1000, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['payments', 'requests', 'settings']) {
      await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
      await expect(page.getByRole('table').first()).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
    }
  }
})

test('the shop is no wider than the window of such a phone', async ({ page, stack }) => {
  for (const path of ['', '/identity', '/script-tag', '/app', '/return']) {
    await page.goto(stack.shopUrl + path)
    await expect(page.getByRole('heading', { name: 'Test cards' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
})
