import { CARDS, payByCard, press, seeHeading } from '../actors/buyer.ts'
import { balanceOf, seeBalance } from '../actors/player.ts'
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
  await press(page, 'Done')
  await seeHeading(page, 'Welcome back, Robin')
  await seeBalance(page, before + 1200)
})
