import { buy } from '../actors/player.ts'
import { expectAccessible } from '../stack/axe.ts'
import { expect, test } from '../stack/test.ts'

for (const width of [390, 1280]) {
  test(`every page of the shop passes axe, light and dark, ${width} px wide`, async ({ browser, stack }) => {
    const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 900 } })
    const page = await context.newPage()
    for (const path of ['/', '/identity', '/script-tag', '/app', '/return', '/nowhere']) {
      await page.goto(`${stack.shopUrl}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, path)
    }
    await page.goto(stack.shopUrl)
    await buy(page, 'Chest of 1,200 coins')
    await expect(page.getByRole('dialog', { name: 'Buy: Chest of 1,200 coins' })).toBeVisible()
    await context.close()
  })
}
