import { expect, test } from 'vitest'
import { CARDS, heading, pay, press, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { passUntilUnopened } from './support/pass-time.ts'
import { letThrough } from './support/requests.ts'
import { createIntent, statusOf, type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

let visit: Visit

const CLOSED = 'FortePaymentsWidgetClosed'
const encode = (data: object): string => Buffer.from(JSON.stringify(data)).toString('base64url')

test('several instances on one page each have a session of their own', async () => {
  visit = await visitShop(stage)
  const [first, second] = [await createIntent(stage), await createIntent(stage)]
  await visit.init(first)
  await visit.init(second, 'second')
  const other = visit.page.frameLocator('#second > iframe')
  await pay(other, CARDS.approved)
  await heading(other, 'Payment approved').waitFor()
  expect(await statusOf(stage, second['payment_intent_id'])).toBe('Approved')
  expect(await statusOf(stage, first['payment_intent_id'])).toBe('Created')
  await press(other, 'Done')
  await expect.poll(visit.events).toContainEqual(['FortePaymentsBuyVdaSuccess', second['payment_intent_id']])
  expect(await shown(visit.frame.getByRole('button', { name: 'Pay $9.99' }))).toBe(true)
})

test('a second init on a container replaces the session, without an event', async () => {
  visit = await visitShop(stage)
  const [first, second] = [await createIntent(stage), await createIntent(stage)]
  await visit.init(first)
  await heading(visit.frame, '500 gold coins').waitFor()
  await visit.init(second)
  await pay(visit.frame, CARDS.approved)
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(await visit.page.locator('iframe').count()).toBe(1)
  expect(await statusOf(stage, second['payment_intent_id'])).toBe('Approved')
  expect(await visit.events()).toEqual([['FortePaymentsWidgetLoaded', undefined]])
})

test('an unknown container is said in the console and closed in the end', async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  // A shop may listen only once it has called.
  const told = visit.page.evaluate(
    ([name, given]) =>
      new Promise((resolve) => {
        const init = Reflect.get(window, 'initFortePaymentsWidget') as (init: object) => void
        init({ containerId: 'nowhere', data: given })
        addEventListener(name, (event) => resolve((event as CustomEvent<unknown>).detail))
      }),
    [CLOSED, data] as const,
  )
  expect(await told).toMatchObject({ paymentIntentId: data['payment_intent_id'] })
  expect(visit.complaints.join()).toContain('there is no element with the id "nowhere"')
})

test.each([
  ['missing', undefined, 'data is missing'],
  ['empty', {}, 'neither a session in widget_data nor an error_code'],
  ['broken', { widget_data: '&&&' }, 'widget_data cannot be read'],
])('data that is %s is said in the console and in the widget, and closed in the end', async (_name, data, sentence) => {
  visit = await visitShop(stage)
  await visit.init(data)
  await visit.page.getByRole('alert').getByText('This could not be opened.').waitFor()
  // Nor that a promise which nobody listens to was rejected.
  expect(visit.complaints).toEqual([expect.stringContaining(sentence)])
  await visit.page.getByRole('button', { name: 'Close' }).click()
  expect(await visit.events()).toEqual([
    ['FortePaymentsWidgetLoaded', undefined],
    [CLOSED, undefined],
  ])
  expect(await visit.page.locator('#forte-payments-widget-container > *').count()).toBe(0)
})

test.each([
  ['ERR01', 'This identity check is not available to you.'],
  ['ERR03', 'This identity check is not available in your country.'],
  ['ERR15', 'This identity check cannot be made with this wallet.'],
  ['ERR99', 'This session is no longer available. Return to the shop.'],
])('an identity check refused by %s is one plain sentence, of no purchase', async (errorCode, sentence) => {
  visit = await visitShop(stage)
  await visit.init({ flow: 'KYC_OCC', error_code: errorCode, widget_data: null })
  await visit.frame.getByText(sentence).waitFor()
  await press(visit.frame, 'Close')
  await expect.poll(visit.events).toContainEqual([CLOSED, undefined])
})

test('a banned buyer of a real intent is told, and no intent is named', async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage, { email: 'banned@buyer.test' })
  expect(data['error_code']).toBe('ERR01')
  await visit.init(data)
  await visit.frame.getByText('This purchase is not available to you.').waitFor()
  await press(visit.frame, 'Close')
  await expect.poll(visit.events).toContainEqual([CLOSED, undefined])
})

test('a session that the service does not know is no blank box', async () => {
  visit = await visitShop(stage)
  const widgetData = {
    base_url: stage.service.baseUrl,
    client_id: stage.service.merchant.clientId,
    access_token: 'v1.x',
  }
  await visit.init({ error_code: null, widget_data: encode(widgetData), payment_intent_id: 'some-id' })
  await visit.frame.getByText('This session is no longer available.').waitFor()
  await press(visit.frame, 'Close')
  await expect.poll(visit.events).toContainEqual([CLOSED, 'some-id'])
})

test('a service that cannot be reached is said after a while, and can be tried again', async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.page.route('**/checkout/frame/**', (route) => route.abort())
  await visit.page.clock.install()
  await visit.init(data)
  await passUntilUnopened(visit.page)
  await letThrough(visit.page, '**/checkout/frame/**')
  await visit.page.getByRole('button', { name: 'Try again' }).click()
  expect(await shown(heading(visit.frame, '500 gold coins'))).toBe(true)
})

test('a widget that is taken off the page before its frame has come is no complaint', async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.page.route('**/checkout/frame/**', () => {})
  await visit.page.clock.install()
  await visit.init(data)
  await visit.page.locator('#forte-payments-widget-container').evaluate((container) => container.remove())
  await visit.page.clock.runFor(60_000)
  expect(visit.complaints).toEqual([])
})

test('a buyer leaves a page whose library has a remove() of its own for what stands in something, as Prototype has', async () => {
  visit = await visitShop(stage)
  await visit.page.evaluate(() => {
    HTMLElement.prototype.remove = function () {
      if (!this.parentNode) throw new TypeError('it stands in nothing')
      this.parentNode.removeChild(this)
    }
  })
  const data = await createIntent(stage)
  await visit.init(data)
  await heading(visit.frame, '500 gold coins').waitFor()
  await press(visit.frame, 'Close')
  await expect.poll(visit.events).toContainEqual([CLOSED, data['payment_intent_id']])
  expect(visit.complaints).toEqual([])
})

/** A page with a button that opens the widget, and a chat beside it. */
const visitWithButton = async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.page.evaluate((given) => {
    const button = document.createElement('button')
    button.textContent = 'Buy coins'
    const init = { containerId: 'forte-payments-widget-container', data: given }
    button.onclick = () => (Reflect.get(window, 'initFortePaymentsWidget') as (init: object) => void)(init)
    document.body.prepend(button, Object.assign(document.createElement('input'), { ariaLabel: 'Chat' }))
  }, data)
  await visit.page.getByRole('button', { name: 'Buy coins' }).press('Enter')
  return { ...visit, closed: [CLOSED, data['payment_intent_id']], focused: () => visit.page.locator(':focus') }
}

test('as the buyer leaves the focus goes back to what opened the widget', async () => {
  const { frame, events, closed, focused } = await visitWithButton()
  await frame.getByRole('button', { name: 'Close' }).press('Enter')
  await expect.poll(events).toContainEqual(closed)
  expect(await focused().textContent()).toBe('Buy coins')
})

test('who writes elsewhere as the widget goes writes on', async () => {
  const { frame, page, events, closed, focused } = await visitWithButton()
  const close = frame.getByRole('button', { name: 'Close' })
  await close.waitFor()
  await page.getByLabel('Chat').focus()
  await close.dispatchEvent('click')
  await expect.poll(events).toContainEqual(closed)
  expect(await focused().getAttribute('aria-label')).toBe('Chat')
})

/** Notes what comes to the document beside its body, and what goes again. */
const WATCHED = `<script>
  window.guests = []
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      for (const guest of addedNodes) if (guest.localName === 'div') guests.push(guest.hidden ? 'unseen' : 'seen')
      for (const guest of removedNodes) guests.push('gone')
    }
  }).observe(document.documentElement, { childList: true })
</script>`

test('what the script fetches ahead is unseen, and gone when it is there', async () => {
  visit = await visitShop(stage, { shop: { head: WATCHED } })
  await expect.poll(() => visit.page.evaluate(() => Reflect.get(window, 'guests'))).toEqual(['unseen', 'gone'])
  expect(visit.page.frames()).toHaveLength(1)
  expect(await visit.events()).toHaveLength(1)
  expect(visit.complaints).toEqual([])
})

test('the frame’s document opened by itself says that there is nothing to pay', async () => {
  visit = await visitShop(stage)
  await visit.page.goto(`${stage.service.baseUrl}/checkout/frame`)
  expect(await shown(visit.page.getByText('This session is no longer available.'))).toBe(true)
})

test('the frame is as high as its content, and follows it', async () => {
  visit = await visitShop(stage)
  await visit.init(await createIntent(stage))
  await heading(visit.frame, '500 gold coins').waitFor()
  const heights = async (): Promise<readonly [number, number]> => {
    const outside = await visit.page.locator('iframe').evaluate((frame) => frame.clientHeight)
    const inside = await visit.frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
    return [outside, inside]
  }
  await expect.poll(async () => (await heights()).reduce((outside, inside) => outside - inside)).toBe(0)
  const [before] = await heights()
  await visit.frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await expect.poll(async () => (await heights())[0]).toBeGreaterThan(before)
})

test('the language is that of the container or its page, else the browser’s', async () => {
  visit = await visitShop(stage, { locale: 'fr-FR', shop: { lang: 'de' } })
  await visit.init(await createIntent(stage))
  await visit.frame.getByRole('textbox', { name: 'Kartennummer' }).waitFor()
  await visit.context.close()
  visit = await visitShop(stage, { locale: 'fr-FR', shop: { lang: '' } })
  await visit.init(await createIntent(stage))
  expect(await shown(visit.frame.getByRole('textbox', { name: 'Numéro de carte' }))).toBe(true)
})

test('Arabic runs from right to left, its card number does not', async () => {
  visit = await visitShop(stage, { shop: { lang: 'ar' } })
  await visit.init(await createIntent(stage))
  const number = visit.frame.getByRole('textbox', { name: 'رقم البطاقة' })
  await number.fill('4111111111111111')
  const directions = await number.evaluate((box) => [document.dir, getComputedStyle(box).direction])
  expect(directions).toEqual(['rtl', 'ltr'])
  // In a page that runs from left to right, of which the notice is a part.
  await visit.init({})
  expect(await visit.page.getByRole('alert').evaluate((box) => getComputedStyle(box).direction)).toBe('rtl')
})

test('looks come from the container or from init, and only as far as they are valid', async () => {
  visit = await visitShop(stage, { shop: { attributes: 'data-accent="#7c3aed" data-radius="2" data-font-scale="99"' } })
  const data = await createIntent(stage)
  const accent = () =>
    visit.frame.getByRole('button', { name: 'Pay $9.99' }).evaluate((button) => {
      const { backgroundColor, borderRadius } = getComputedStyle(button)
      return [backgroundColor, borderRadius]
    })
  await visit.init(data)
  expect(await accent()).toEqual(['rgb(124, 58, 237)', '2px'])
  await expect.poll(() => visit.complaints.join()).toContain('theme values ignored: fontScale')
  await visit.init(data, undefined, { accent: '#0f7b43' })
  expect(await accent()).toEqual(['rgb(15, 123, 67)', '2px'])
})

test.each([
  ['a light shop, for a buyer who prefers dark', '<style>body{color-scheme:light!important}</style>', 'dark', ''],
  ['a shop that has a dark form too', '<meta name="color-scheme" content="light dark">', 'dark', ''],
  ['a dark shop, for a buyer who prefers light', '<meta name="color-scheme" content="dark">', 'light', ''],
  ['a shop that has chosen a dark card, for a buyer who prefers light', '', 'light', 'data-color-scheme="dark"'],
  [
    'a shop that has a dark form too, and has chosen a light card',
    '<meta name="color-scheme" content="light dark">',
    'dark',
    'data-color-scheme="light"',
  ],
] as const)('around its card the frame shows the ground of %s', async (_name, scheme, colorScheme, attributes) => {
  const head = `<style>body{background:teal!important}</style>${scheme}`
  visit = await visitShop(stage, { colorScheme, shop: { head, attributes } })
  await visit.init(await createIntent(stage))
  await heading(visit.frame, '500 gold coins').waitFor()
  const { x = 0, y = 0 } = (await visit.page.locator('iframe').boundingBox()) ?? {}
  const cornerAt = (left: number, top: number) =>
    visit.page
      .screenshot({ clip: { x: left, y: top, width: 4, height: 4 } })
      .then((picture) => picture.toString('base64'))
  expect(await cornerAt(x, y)).toEqual(await cornerAt(0, 0))
})

test('a page that is prerendered, whose frames load once it is shown, opens its session then, however late', async () => {
  const { page, frame, init } = await visitShop(stage)
  await page.clock.install()
  await page.evaluate(() => Object.defineProperty(document, 'prerendering', { configurable: true, value: true }))
  let show = (): void => {}
  const shown = new Promise<void>((resolve) => (show = resolve))
  await page.route('**/checkout/frame/*', (route) => shown.then(() => route.continue()))
  await init(await createIntent(stage))
  await page.clock.runFor('01:30')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.evaluate(() => Reflect.deleteProperty(document, 'prerendering'))
  show()
  await page.clock.resume()
  await heading(frame, '500 gold coins').waitFor()
})
