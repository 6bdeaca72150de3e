import { press, widgetOf } from '../actors/buyer.ts'
import { openOtherBrowser } from '../stack/other-browser.ts'
import { expect, test } from '../stack/test.ts'

/** Scroll bars that take room, on a screen whose pixels are no whole ones of the page: as Windows has both. */
const AS_WINDOWS = { args: ['--force-device-scale-factor=1.25'], ignoreDefaultArgs: ['--hide-scrollbars'] }

test('the widget has no scroll bar of its own, whatever its step', async ({ stack, defer }) => {
  const page = await openOtherBrowser(AS_WINDOWS)
  defer(async () => page.context().browser()?.close())
  await page.goto(stack.shopUrl)
  await page.getByRole('button', { name: 'Buy Pouch of 500 coins' }).click()
  const widget = widgetOf(page)
  const scrollBar = () =>
    widget.locator('html').evaluate((document) => {
      document.scrollTo(0, 10)
      return { width: innerWidth - document.clientWidth, scrolled: document.scrollTop }
    })
  await widget.getByRole('textbox', { name: 'Card number' }).waitFor()
  await expect.poll(scrollBar).toEqual({ width: 0, scrolled: 0 })
  await press(widget, 'Pay $4.99')
  await widget.getByText('Enter the number on your card.').waitFor()
  await expect.poll(scrollBar).toEqual({ width: 0, scrolled: 0 })
})
