import { buy } from '../actors/player.ts'
import { findViolations } from '../stack/axe.ts'
import { expect, test } from '../stack/test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`every page of the shop passes axe, ${colorScheme}, ${width} px wide`, async ({ browser, stack }) => {
      // Trusted Types keep even axe out: the test, not the shop, sets the policy aside.
      const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport: { width, height: 900 } })
      const page = await context.newPage()
      for (const path of ['/', '/identity', '/script-tag', '/app', '/return', '/nowhere']) {
        await page.goto(`${stack.shopUrl}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const violations = await findViolations(page)
        expect(violations, path).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      await page.goto(stack.shopUrl)
      await buy(page, 'Chest of 1,200 coins')
      await expect(page.getByRole('dialog', { name: 'Buy: Chest of 1,200 coins' })).toBeVisible()
      await context.close()
    })
  }
}
