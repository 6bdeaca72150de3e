import { CARDS, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { balanceOf, buy, seeBalance, seeLogged } from '../actors/player.ts'
import { expect, test } from '../stack/test.ts'

test('the hosted page takes a payment and leads back to the shop', async ({ page, stack }) => {
  await page.goto(stack.shopUrl)
  const before = await balanceOf(page)
  await page.getByRole('button', { name: 'Pay on a hosted page: Chest of 1,200 coins' }).click()
  await seeHeading(page, 'Chest of 1,200 coins')
  expect(page.url()).toContain(`${stack.serviceUrl}/pay/`)
  expect(page.url()).not.toContain('redirect_token')
  await page.reload()
  await payByCard(page, CARDS.approved)
  await seeHeading(page, 'Payment approved')
  await expect(page.getByText(/^order-[0-9a-f]{12}$/)).toBeVisible()
  await press(page, 'Done')
  await seeHeading(page, 'Welcome back, Robin')
  await expect(page.getByText('Your payment was approved.')).toBeVisible()
  await seeBalance(page, before + 1200)
  await seeLogged(page, 'payment_approved')
})

test('a refused field is scrolled into view together with its name, on a phone held sideways too', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(stack.shopUrl)
  await page.getByRole('button', { name: 'Pay on a hosted page: Chest of 1,200 coins' }).click()
  await press(page, 'Pay $9.99')
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await expect(page.getByText('Card number', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('the shop says what has become of a payment that the buyer left, and remembers what was logged before', async ({
  page,
  stack,
}) => {
  await page.goto(stack.shopUrl)
  await buy(page, 'Pouch of 500 coins')
  await seeHeading(widgetOf(page), 'Pouch of 500 coins')
  await press(widgetOf(page), 'Close')
  await seeLogged(page, 'coinslot-close')
  await page.getByRole('button', { name: 'Pay on a hosted page: Chest of 1,200 coins' }).click()
  await seeHeading(page, 'Chest of 1,200 coins')
  await press(page, 'Close')
  await seeHeading(page, 'Welcome back, Robin')
  await expect(page.getByText('You have not paid, and nothing was charged.')).toBeVisible()
  await seeLogged(page, 'coinslot-close')
})

test('the shop follows the text size of the browser', async ({ page, stack }) => {
  await page.goto(stack.shopUrl)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
})
