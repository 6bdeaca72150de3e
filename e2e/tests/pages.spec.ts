import { CARDS, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { balanceOf, buy, seeBalance, seeLogged } from '../actors/player.ts'
import { countShifts } from '../stack/count-shifts.ts'
import { expect, test } from '../stack/test.ts'

test('the page with the script tag alone sells', async ({ page, stack }) => {
  await page.goto(stack.shopUrl)
  await page.getByRole('link', { name: 'Script tag' }).click()
  // Loaded: without the script the button does nothing.
  await page.waitForURL('**/script-tag')
  const before = await balanceOf(page)
  await press(page, 'Buy a chest of 1,200 coins')
  const widget = page.getByRole('main').locator('iframe').contentFrame()
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  await press(widget, 'Done')
  await seeBalance(page, before + 1200)
  await seeLogged(page, 'coinslot-success')
  await expect(page.getByRole('button', { name: 'Buy a chest of 1,200 coins' })).toBeVisible()
})

test('the Lit app mounts the element with its route, and ends the session when it leaves', async ({ page, stack }) => {
  await page.goto(`${stack.shopUrl}/app`)
  const before = await balanceOf(page)
  await page.getByRole('link', { name: 'Pouch of 500 coins' }).click()
  const frame = page.getByRole('main').locator('iframe')
  await seeHeading(frame.contentFrame(), 'Pouch of 500 coins')
  await page.goBack()
  await expect(frame).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'A small Lit app' })).toBeFocused()

  await page.goForward()
  await payByCard(frame.contentFrame(), CARDS.approved)
  await seeHeading(frame.contentFrame(), 'Payment approved')
  await press(frame.contentFrame(), 'Done')
  await expect(page.getByText('Thank you! The coins come with the webhook.')).toBeVisible()
  await seeBalance(page, before + 500)
  expect(new URL(page.url()).pathname).toBe('/app')
})

test('the shop says what the test cards do, and works without a mouse', async ({ page, stack }) => {
  await page.goto(stack.shopUrl)
  await expect(page.getByRole('row', { name: '4111 1111 1111 1111 Approved' })).toBeVisible()
  await expect(page.getByRole('row', { name: /4005 5622 3121 2123 Declined/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.getByRole('button', { name: 'Buy Pouch of 500 coins' }).focus()
  await page.keyboard.press('Enter')
  await seeHeading(widgetOf(page), 'Pouch of 500 coins')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Buy Pouch of 500 coins' })).toBeFocused()
})

test('no page of the shop breaks its own Content-Security-Policy', async ({ page, stack }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const path of ['/', '/identity', '/script-tag', '/app', '/return']) {
    await page.goto(`${stack.shopUrl}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(stack.shopUrl)
  await buy(page, 'Chest of 1,200 coins')
  await seeHeading(widgetOf(page), 'Chest of 1,200 coins')
  expect(complaints).toEqual([])
})

for (const width of [390, 1280]) {
  test(`nothing that is seen of the shop or of the hosted page moves while it loads, ${width} px wide`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const shifts = await countShifts(page)
    for (const path of ['/', '/identity', '/script-tag', '/app', '/return']) {
      await page.goto(`${stack.shopUrl}${path}`)
      await expect(page.locator(':not(:defined)')).toHaveCount(0)
      expect(await shifts(), path).toBeLessThan(0.001)
    }
    await page.goto(stack.shopUrl)
    await page
      .getByRole('button', { name: /hosted page/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Pay .*\d/ })).toBeVisible()
    expect(await shifts(), 'the hosted page').toBeLessThan(0.001)
  })
}
