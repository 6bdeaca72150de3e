import { buy } from '../actors/player.ts'
import { expectAccessible, LOOKED_AT } from '../stack/axe.ts'
import { expect, test } from '../stack/test.ts'

const PAGES = ['/', '/identity', '/script-tag', '/app', '/return', '/nowhere']

test('every page of the shop passes axe, narrow and wide, light and dark', async ({ browser, stack }) => {
  const context = await browser.newContext(LOOKED_AT)
  const page = await context.newPage()
  for (const path of PAGES) {
    await page.goto(`${stack.shopUrl}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, path)
  }
  await context.close()
})

for (const width of [390, 1280]) {
  test(`what is bought is named by the dialog that it opens, ${width} px wide`, async ({ page, stack }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(stack.shopUrl)
    await buy(page, 'Chest of 1,200 coins')
    await expect(page.getByRole('dialog', { name: 'Buy: Chest of 1,200 coins' })).toBeVisible()
  })
}

test('all pages of the shop are named on one line of a narrow phone', async ({ page, stack }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto(`${stack.shopUrl}/app`)
    const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()
    expect(links).toHaveLength(4)
    for (const link of links) await expect(link).toBeInViewport({ ratio: 1 })
    const tops = await Promise.all(links.map((link) => link.evaluate((it) => it.getBoundingClientRect().top)))
    expect(new Set(tops).size, `${width} px wide`).toBe(1)
  }
})
