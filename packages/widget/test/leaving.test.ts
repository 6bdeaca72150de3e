import { expect, test } from 'vitest'
import { CARDS, fillCard, heading, pay } from './support/buyer.ts'
import { checkoutFrame } from './support/checkout-frame.ts'
import { openFileStage } from './support/file-stage.ts'
import { hold } from './support/requests.ts'
import { createIntent, statusOf, type Visit, type VisitOptions, visitShop } from './support/stage.ts'

const stage = await openFileStage()

const CONTAINER = 'forte-payments-widget-container'
const SUCCESS = 'FortePaymentsBuyVdaSuccess'
const CLOSED = 'FortePaymentsWidgetClosed'

let visit: Visit

/** A shop that shows the widget in a dialog, with what its own Close asks for. */
const enter = async (options: VisitOptions = {}, documentComes: Promise<void> = Promise.resolve()) => {
  visit = await visitShop(stage, options)
  await visit.page.route('**/checkout/frame/*', (route) => documentComes.then(() => route.continue()))
  const data = await createIntent(stage)
  await visit.page.evaluate(
    ({ containerId, given }) => {
      const dialog = document.createElement('dialog')
      document.body.append(dialog)
      dialog.append(document.querySelector(`#${containerId}`) as Element)
      dialog.showModal()
      const init = Reflect.get(window, 'initFortePaymentsWidget') as (init: unknown) => { close(): void }
      Object.assign(window, { widget: init({ containerId, data: given }) })
    },
    { containerId: CONTAINER, given: data },
  )
  const isThere = () => visit.page.locator(`#${CONTAINER} > iframe`).isVisible()
  return { ...visit, id: data['payment_intent_id'] as string, isThere }
}

/** As the shop's own Close does. */
const close = (): Promise<void> =>
  visit.page.evaluate(() => (Reflect.get(window, 'widget') as { close(): void }).close())

const WAYS: readonly (readonly [string, () => Promise<void>])[] = [
  ['Escape in the frame', () => visit.page.keyboard.press('Escape')],
  ['close() of what init gives', close],
]

const WITHOUT_ITS_FRAME: (typeof WAYS)[number] = [
  'close() where whatever draws the page has taken the frame away',
  async () => {
    await visit.page.locator(`#${CONTAINER} > iframe`).evaluate((frame) => frame.remove())
    await close()
  },
]

test.each([...WAYS, WITHOUT_ITS_FRAME])('%s on the card form is told as closed', async (_name, leave) => {
  const { frame, events, id } = await enter()
  await heading(frame, '500 gold coins').waitFor()
  await frame.getByRole('textbox', { name: 'Card number' }).focus()
  await leave()
  await expect.poll(events).toContainEqual([CLOSED, id])
  expect(await statusOf(stage, id)).toBe('Created')
})

test('Escape in the frame leaves a popover of the shop as well', async () => {
  visit = await visitShop(stage)
  await visit.page.locator(`#${CONTAINER}`).evaluate((container: HTMLElement) => {
    container.popover = 'auto'
    container.showPopover()
  })
  const data = await createIntent(stage)
  await visit.init(data)
  await visit.frame.getByRole('textbox', { name: 'Card number' }).focus()
  await visit.page.keyboard.press('Escape')
  await expect.poll(visit.events).toContainEqual([CLOSED, data['payment_intent_id']])
})

test('Escape in a frame that stands in the page is told to the page, and leaves nothing', async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.init(data)
  const told = visit.page
    .locator(`#${CONTAINER}`)
    .evaluate(
      (container: HTMLElement) =>
        new Promise((resolve) => container.addEventListener('keydown', ({ key }) => resolve(key))),
    )
  await visit.frame.getByRole('textbox', { name: 'Card number' }).focus()
  await visit.page.keyboard.press('Escape')
  expect(await told).toBe('Escape')
  await pay(visit.frame, CARDS.approved)
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(await visit.events()).not.toContainEqual([CLOSED, data['payment_intent_id']])
})

test.each(WAYS)('%s while the buyer pays waits for the answer, and shows it', async (_name, leave) => {
  const { frame, page, events, id, isThere } = await enter()
  const release = await hold(page, '**/checkout/v1/session/pay')
  await heading(frame, '500 gold coins').waitFor()
  await fillCard(frame, CARDS.approvedVisa)
  const sent = page.waitForRequest('**/checkout/v1/session/pay')
  await frame.getByRole('button', { name: 'Pay $9.99' }).press('Enter')
  await sent
  await leave()
  expect(await isThere()).toBe(true)
  release()
  await heading(frame, 'Payment approved').waitFor()
  expect(await events()).not.toContainEqual([CLOSED, id])
  await leave()
  await expect.poll(events).toContainEqual([SUCCESS, id])
  expect(await statusOf(stage, id)).toBe('Approved')
})

test.each(WAYS)('%s on "Payment approved" is told as success', async (_name, leave) => {
  const { frame, events, id } = await enter()
  await pay(frame, CARDS.approved)
  await heading(frame, 'Payment approved').waitFor()
  await leave()
  await expect.poll(events).toContainEqual([SUCCESS, id])
  // It is over, and so nothing more is told.
  await close()
  expect(await events()).not.toContainEqual([CLOSED, id])
})

test('a document that is gone, as one whose process ran out of memory, holds nobody: it can be opened again, or left', async () => {
  const { frame, page, events, id } = await enter()
  await pay(frame, CARDS.approved)
  await heading(frame, 'Payment approved').waitFor()
  await checkoutFrame(page).evaluate(() => {
    const { postMessage } = MessagePort.prototype
    // With messages of its own, which are empty, the clock of the tests goes on after a timer.
    MessagePort.prototype.postMessage = function (message: unknown) {
      if (message === undefined) postMessage.call(this, message)
    }
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  // Whoever presses Escape again and again waits no longer.
  for (const waitMs of [3_000, 2_000]) {
    await close()
    await page.clock.fastForward(waitMs)
  }
  const again = page.getByRole('button', { name: 'Try again' })
  expect(await again.count()).toBe(1)
  await page.clock.resume()
  await again.click()
  await heading(frame, 'Payment approved').waitFor()
  await close()
  await expect.poll(events).toContainEqual([SUCCESS, id])
})

test('a document that loads anew as it is left hears of it once it is there', async () => {
  const { frame, page, events, id } = await enter()
  await heading(frame, '500 gold coins').waitFor()
  // The document of before is gone, and this one has not loaded, until its last style has come.
  await page.route('**/checkout/frame/*', async (route) => {
    const response = await route.fetch()
    const style = '<link rel="stylesheet" href="/checkout/assets/last.css">'
    await route.fulfill({ response, body: (await response.text()).replace('</head>', `${style}</head>`) })
  })
  const release = await hold(page, '**/last.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  const asked = page.waitForRequest('**/last.css')
  await checkoutFrame(page).evaluate(() => void setTimeout(() => location.reload()))
  await asked
  await close()
  release()
  await expect.poll(events).toContainEqual([CLOSED, id])
})

test('a prepared frame is unseen until it is shown, takes input, and is adopted by init with what was typed', async () => {
  visit = await visitShop(stage)
  const { clientId } = stage.service.merchant
  const frames = () => visit.page.locator(`#${CONTAINER} > iframe`)
  await visit.page.evaluate(
    (given) => {
      const { prepare } = Reflect.get(window, 'initFortePaymentsWidget') as {
        prepare: (preparation: unknown) => { show(): boolean }
      }
      Object.assign(window, { prepared: prepare(given) })
    },
    { containerId: CONTAINER, clientId },
  )
  await visit.frame.getByRole('textbox', { name: 'Card number', includeHidden: true }).waitFor({ state: 'attached' })
  expect(await frames().isVisible()).toBe(false)
  await visit.page.evaluate(() => (Reflect.get(window, 'prepared') as { show(): boolean }).show())
  await visit.frame.getByRole('textbox', { name: 'Card number' }).pressSequentially('4111')
  const before = await frames().elementHandle()
  const data = await createIntent(stage)
  await visit.init(data)
  await heading(visit.frame, '500 gold coins').waitFor()
  expect(await visit.frame.getByRole('textbox', { name: 'Card number' }).inputValue()).toBe('4111')
  expect(await before?.evaluate((element) => element.isConnected)).toBe(true)
  await pay(visit.frame, CARDS.approved)
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, data['payment_intent_id'])).toBe('Approved')
})

test('one frame waits on a page at most: what is prepared in another place takes it there', async () => {
  visit = await visitShop(stage)
  await visit.page.evaluate(
    (given) => {
      document.body.append(Object.assign(document.createElement('div'), { id: 'other' }))
      const { prepare } = Reflect.get(window, 'initFortePaymentsWidget') as { prepare: (preparation: unknown) => void }
      for (const containerId of ['other', given.containerId]) prepare({ ...given, containerId })
    },
    { containerId: CONTAINER, clientId: stage.service.merchant.clientId },
  )
  expect(await visit.page.locator('iframe').count()).toBe(1)
  expect(await visit.page.locator(`#${CONTAINER} > iframe`).count()).toBe(1)
})

test('until the frame is there its place says Loading, with a way out', async () => {
  visit = await visitShop(stage)
  await visit.page.route('**/checkout/frame/*', () => undefined)
  const data = await createIntent(stage)
  await visit.init(data)
  await visit.page.getByRole('status').getByText('Loading…').waitFor()
  await visit.page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(visit.events).toContainEqual([CLOSED, data['payment_intent_id']])
  expect(await visit.page.locator(`#${CONTAINER} > *`).count()).toBe(0)
})

test('Close on a payment that was shown before waits for its document, and shows that it has been paid', async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.init(data)
  await pay(visit.frame, CARDS.approved)
  await heading(visit.frame, 'Payment approved').waitFor()
  const release = await hold(visit.page, '**/checkout/frame/*')
  await visit.init(data)
  await visit.page.getByRole('button', { name: 'Close' }).click()
  release()
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(await visit.events()).toHaveLength(1)
})

test.each([1280, 390])(
  'in a dialog that the shop has not styled the box is as wide as the form that takes its place, at %i px',
  async (width) => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { page, frame } = await enter({ viewport: { width, height: 800 } }, held)
    const box = page.getByRole('status').filter({ hasText: 'Loading…' })
    await box.waitFor()
    const before = await box.boundingBox()
    release()
    await frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
    const after = await page.locator(`#${CONTAINER} > iframe`).boundingBox()
    expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
    expect(after?.width).toBeGreaterThan(Math.min(width - 100, 470))
  },
)
