import { CARDS, payByCard, seeHeading, widgetOf } from '../actors/buyer.ts'
import { buy } from '../actors/player.ts'
import { findViolations } from '../stack/axe.ts'
import { expect, test } from '../stack/test.ts'

const PAGES = ['', '/payments', '/webhooks', '/requests', '/requests/console', '/identity', '/settings', '/nowhere']

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`every page of the dashboard passes axe, ${colorScheme}, ${width} px wide`, async ({ browser, stack }) => {
      // Trusted Types keep even axe out: the test, not the service, sets the policy aside.
      const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.goto(stack.shopUrl)
      await buy(page, 'Chest of 1,200 coins')
      await payByCard(widgetOf(page), CARDS.approved)
      await seeHeading(widgetOf(page), 'Payment approved')

      await page.goto(await stack.dashboardLink())
      const look = async (path: string) => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        expect(await findViolations(page), path).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      for (const path of PAGES) {
        await page.goto(`${stack.serviceUrl}/dashboard${path}`)
        await look(path)
      }
      await page.goto(`${stack.serviceUrl}/dashboard/payments`)
      await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click()
      await page.getByRole('list', { name: 'Timeline' }).waitFor()
      await look('a payment')
      await page.getByRole('list', { name: 'Timeline' }).getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Attempts' }).waitFor()
      await look('a delivery')
      await page.goto(await stack.dashboardLink(['--operator']))
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('heading', { name: 'Banned customers' }).waitFor()
      await look('settings of the operator')
      await context.close()
    })
  }
}
