// Takes the pictures of the README and the site, and with `--all FOLDER` one of every page of the shop and of the
// dashboard at both widths and in both schemes: `node e2e/screens.ts`. Run it through the workspace's Node after
// `npm run build`.
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import config from './playwright.config.ts'
import { CARDS, fillCard, widgetOf } from './actors/buyer.ts'
import { ROOT } from './stack/running-process.ts'
import { fillPayments } from './stack/fill-payments.ts'
import { startPostgres } from './stack/postgres.ts'
import { Stack } from './stack/stack.ts'

const PICTURES = join(ROOT, 'packages', 'site', 'pages', 'public')

const all = process.argv.indexOf('--all')
const folder = all === -1 ? null : (process.argv[all + 1] ?? 'screens')
const postgres = await startPostgres()
const stack = await Stack.start({
  serviceEnv: {
    COINSLOT_DATABASE_URL: postgres.url,
    COINSLOT_SECRET_KEY: 'a secret key for pictures, and for pictures only',
  },
})
const browser = await chromium.launch(config.use?.launchOptions)

const openWidget = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Buy Chest of 1,200 coins' }).click()
  // Its form is there before it knows the price, and before the picture of the item.
  await widgetOf(page)
    .getByRole('button', { name: /^Pay .*\d/ })
    .waitFor()
  await widgetOf(page).locator('.coin img.shown').waitFor()
}

await fillPayments(postgres, stack.credentials)

/** A payment, which has no name in the address. */
const openFirst = async (page: Page): Promise<string> => {
  await page.goto(`${stack.serviceUrl}/dashboard/payments?status=Approved`)
  await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click()
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  return page.url()
}
const settle = async (page: Page): Promise<void> => {
  while ((await page.getByLabel('Loading').count()) > 0)
    await page.getByLabel('Loading').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

const shown = await browser.newPage({ viewport: { width: 1200, height: 780 } })
await shown.goto(await stack.dashboardLink())
await shown.locator('canvas').waitFor()
await shown.screenshot({ path: join(PICTURES, 'dashboard-overview.png') })
await openFirst(shown)
await shown.screenshot({ path: join(PICTURES, 'dashboard-payment.png') })

const readme = await browser.newPage({ viewport: { width: 1100, height: 720 } })
await readme.goto(stack.shopUrl)
await openWidget(readme)
await readme.screenshot({ path: join(ROOT, 'demo', 'shop.png') })

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 })
  await page.goto(stack.shopUrl)
  await openWidget(page)
  await fillCard(widgetOf(page), CARDS.approved)
  await widgetOf(page).getByRole('textbox', { name: 'Name on card' }).blur()
  await widgetOf(page)
    .getByRole('main')
    .screenshot({ path: join(PICTURES, `checkout-${colorScheme}.png`) })
  await page.close()
}

const SHOP = ['identity', 'script-tag', 'app', 'return', '']
const DASHBOARD = ['', 'payments', 'webhooks', 'requests', 'requests/console', 'identity', 'settings', 'nowhere']

if (folder !== null) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
      const take = (name: string, fullPage = true) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage })
      await page.goto(await stack.dashboardLink())
      for (const path of DASHBOARD) {
        await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
        await settle(page)
        await take(`dashboard-${path.replace('/', '-') || 'overview'}`)
      }
      await openFirst(page)
      await take('dashboard-payment')
      await page.getByRole('list', { name: 'Timeline' }).getByRole('link').first().click()
      await settle(page)
      await take('dashboard-delivery')
      await page.goto(await stack.dashboardLink(['--operator']))
      await page.goto(`${stack.serviceUrl}/dashboard/settings`)
      await settle(page)
      await take('dashboard-operator')
      for (const path of SHOP) {
        await page.goto(`${stack.shopUrl}/${path}`)
        await take(path || 'shop')
      }
      await openWidget(page)
      await take('widget', false)
      await page.close()
    }
  }
}

await browser.close()
await stack.stop()
await postgres.stop()
