import { CARDS, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { balanceOf, buy, seeBalance, seeLogged } from '../actors/player.ts'
import { expect, test } from '../stack/test.ts'

test.beforeEach(({ page, stack }) => page.goto(stack.shopUrl).then(() => undefined))

test('a purchase delivers its coins by webhook, while the page is open', async ({ page }) => {
  const before = await balanceOf(page)
  await buy(page, 'Chest of 1,200 coins')
  const widget = widgetOf(page)
  await seeHeading(widget, 'Chest of 1,200 coins')
  // The shop's picture of the item, by way of the service.
  await expect(widget.locator('.coin img')).toHaveJSProperty('naturalWidth', 256)
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  await press(widget, 'Done')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await seeBalance(page, before + 1200)
  await seeLogged(page, 'coinslot-success')
  await seeLogged(page, 'payment_approved')

  await page.reload()
  expect(await balanceOf(page)).toBe(before + 1200)
})

test('a browser that keeps nothing for pages, as one that blocks all cookies, sees the coins come and the log', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  await page.reload()
  const before = await balanceOf(page)
  await buy(page, 'Pouch of 500 coins')
  const widget = widgetOf(page)
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  await press(widget, 'Done')
  await seeBalance(page, before + 500)
  await seeLogged(page, 'coinslot-success')
  await seeLogged(page, 'payment_approved')
})

test('the bank asks, and the right password pays', async ({ page }) => {
  const before = await balanceOf(page)
  await buy(page, 'Pouch of 500 coins')
  const widget = widgetOf(page)
  await payByCard(widget, CARDS.challengedThenApproved)
  const bank = widget.locator('iframe').contentFrame()
  await seeHeading(bank, 'Confirm with your bank')
  await bank.getByRole('textbox', { name: 'Password' }).fill('1234')
  await press(bank, 'Confirm')
  await seeHeading(widget, 'Payment approved')
  await press(widget, 'Done')
  await seeBalance(page, before + 500)
})

test('a declined card brings no coins, and another card may be tried', async ({ page, stack }) => {
  const before = await balanceOf(page)
  const credited = (await stack.ledger()).length
  await buy(page, 'Hoard of 3,000 coins')
  const widget = widgetOf(page)
  await payByCard(widget, CARDS.declined)
  await seeHeading(widget, 'Payment declined')
  await press(widget, 'Try another card')
  await payByCard(widget, CARDS.declined)
  await seeHeading(widget, 'Payment declined')
  await press(widget, 'Close')
  await seeLogged(page, 'coinslot-close')
  await seeLogged(page, 'payment_declined')
  expect(await balanceOf(page)).toBe(before)
  expect(await stack.ledger()).toHaveLength(credited)
})

test('closing without paying says so to the page, and costs nothing', async ({ page }) => {
  const before = await balanceOf(page)
  await buy(page, 'Hoard of 3,000 coins')
  await seeHeading(widgetOf(page), 'Hoard of 3,000 coins')
  await press(widgetOf(page), 'Close')
  await seeLogged(page, 'coinslot-close')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await balanceOf(page)).toBe(before)
})
