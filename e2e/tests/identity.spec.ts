import { CARDS, confirmEmail, giveNameAndPhone, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { balanceOf, buy, seeBalance, seeLogged } from '../actors/player.ts'
import { expect, test } from '../stack/test.ts'

test('an identity check of level 2 is passed, and the shop hears of it by webhook', async ({ page, stack }) => {
  await page.goto(`${stack.shopUrl}/identity`)
  await page.getByRole('radio', { name: /Standard/ }).check()
  await press(page, 'Verify identity')
  const widget = page.getByRole('main').locator('iframe').contentFrame()
  await confirmEmail(widget, 'robin@example.com')
  await giveNameAndPhone(widget, 'Robin Hood')
  await seeHeading(widget, 'Verification approved')
  await press(widget, 'Done')
  await seeLogged(page, 'coinslot-kyc-success')
  await expect(page.getByRole('button', { name: 'Verify identity' })).toBeFocused()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
})

test('on a phone the shop says in words that an item asks for an identity check', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(stack.shopUrl)
  await expect(page.getByText('Identity check first')).not.toHaveCSS('font-size', '0px')
})

test('on a phone the header keeps its height when the player is verified, and says so', async ({ page, stack }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  // Where things stand would take away again what the test shows.
  await page.route('**/live*', (route) => route.abort())
  await page.goto(`${stack.shopUrl}/identity`)
  const header = page.getByRole('banner')
  const badge = page.getByText('Verified', { exact: true })
  const heightOf = async (isVerified: boolean) => {
    await badge.evaluate((element, isShown) => element.toggleAttribute('hidden', !isShown), isVerified)
    return (await header.boundingBox())?.height
  }
  expect(await heightOf(true)).toBe(await heightOf(false))
  await heightOf(true)
  await expect(header).toMatchAriaSnapshot(`- text: Verified`)
})

test('an item behind an identity check is paid for after it, in one go', async ({ page, stack }) => {
  await page.goto(stack.shopUrl)
  const before = await balanceOf(page)
  await buy(page, 'Royal vault of 12,000 coins')
  const widget = widgetOf(page)
  await confirmEmail(widget, 'kyc@example.com')
  await expect(widget.getByRole('textbox', { name: 'Full name' })).toBeVisible()
  await page.reload()
  await buy(page, 'Royal vault of 12,000 coins')
  await giveNameAndPhone(widget, 'Robin Hood')
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  await press(widget, 'Done')
  await seeBalance(page, before + 12_000)
})
