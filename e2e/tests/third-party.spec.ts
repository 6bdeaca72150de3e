import { CARDS, payByCard, press, seeHeading } from '../actors/buyer.ts'
import { merchantPage } from '../stack/merchant-page.ts'
import { serveText } from '../stack/serve-text.ts'
import type { Credentials } from '../stack/stack.ts'
import { expect, test } from '../stack/test.ts'

test('a deployed integration without our packages works unchanged', async ({ page, stack }) => {
  let credentials: Credentials = stack.credentials
  const merchant = await serveText(() => merchantPage(stack.serviceUrl, credentials))
  credentials = await stack.createClient(['--origin', merchant.url])
  await page.goto(merchant.url)
  const widget = page.locator('#forte-payments-widget-container iframe').contentFrame()
  await seeHeading(widget, '80 gems')
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  await press(widget, 'Done')
  await expect(page.getByRole('listitem')).toHaveText([
    /^FortePaymentsWidgetLoaded/,
    /^FortePaymentsBuyVdaSuccess [0-9a-f-]{36}$/,
  ])
  await merchant.close()
})
