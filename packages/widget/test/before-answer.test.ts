import { expect, test } from 'vitest'
import { CARDS, fillCard, heading, pay, press } from './support/buyer.ts'
import { checkoutFrame } from './support/checkout-frame.ts'
import { openFileStage } from './support/file-stage.ts'
import { answerNext } from './support/requests.ts'
import { createIntent, createKyc, type InitData, statusOf, type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

let visit: Visit

const gate = () => {
  let release = (): void => {}
  const allowed = new Promise<void>((resolve) => (release = resolve))
  return { allowed, release }
}

/** A visit in which the service's first answer about the session waits until the test lets it through. */
const enter = async (data?: InitData) => {
  visit = await visitShop(stage)
  const { allowed, release } = gate()
  const sent: string[] = []
  await visit.page.route('**/checkout/v1/session', async (route) => {
    await allowed
    await route.continue()
  })
  visit.page.on('request', (request) => {
    const isEntering = request.url().endsWith('/session')
    if (request.method() === 'POST' && !isEntering) sent.push(request.url())
  })
  const intent = data ?? (await createIntent(stage))
  await visit.init(intent)
  const box = (name: string) => visit.frame.getByRole('textbox', { name, exact: true })
  const payButton = visit.frame.getByRole('button', { name: 'Pay', exact: true })
  return { ...visit, box, payButton, release, sent, id: intent['payment_intent_id'], keyboard: visit.page.keyboard }
}

/** An intent that has been paid for, or refused, in an earlier visit. */
const payBefore = async (card: string, end: string): Promise<InitData> => {
  const intent = await createIntent(stage)
  const earlier = await visitShop(stage)
  await earlier.init(intent)
  await pay(earlier.frame, card)
  await heading(earlier.frame, end).waitFor()
  await earlier.context.close()
  return intent
}

const text = () => visit.frame.locator('body').innerText()
const focused = () => visit.frame.locator(':focus')

test('the card form takes input before the service has answered, and keeps it, the caret and the focus', async () => {
  const { box, frame, release, keyboard, payButton, id } = await enter()
  await box('Expiry date').fill('1234')
  await box('Security code').fill('12')
  await box('Name on card').fill('Ada Lovelace')
  await frame.getByText('Check the security code').waitFor()
  await box('Card number').pressSequentially('5204247750001471')
  for (let presses = 0; presses < 4; presses += 1) await keyboard.press('ArrowLeft')
  expect(await payButton.getAttribute('aria-disabled')).toBe('true')
  const number = await box('Card number').elementHandle()

  release()
  await heading(frame, '500 gold coins').waitFor()
  expect(await number?.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await number?.evaluate((element) => (element as HTMLInputElement).selectionStart)).toBe(15)
  expect(await box('Card number').inputValue()).toBe('5204 2477 5000 1471')
  expect(await frame.getByText('Check the security code').isVisible()).toBe(true)
  await box('Security code').fill('123')
  await press(frame, 'Pay $9.99')
  await heading(frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, id)).toBe('Approved')
})

test('neither a press of Pay nor Enter sends anything before the answer, and neither blames a box for it', async () => {
  const { box, frame, payButton, release, sent } = await enter()
  await payButton.click({ force: true })
  expect(await frame.locator('[aria-invalid=true]').count()).toBe(0)
  await fillCard(frame, CARDS.approved)
  await payButton.click({ force: true })
  await box('Card number').press('Enter')
  release()
  await heading(frame, '500 gold coins').waitFor()
  expect(sent).toEqual([])
  await press(frame, 'Pay $9.99')
  await heading(frame, 'Payment approved').waitFor()
  expect(sent.map((url) => new URL(url).pathname)).toEqual(['/checkout/v1/session/pay'])
})

test('what is bought and what it costs is said by the service alone, whatever the merchant’s page says', async () => {
  const intent = await createIntent(stage)
  const claims = { title: 'A castle', price: '0.01', amount: '0.01', currency: 'EUR', items: [{ title: 'A castle' }] }
  const widgetData = JSON.parse(Buffer.from(String(intent['widget_data']), 'base64url').toString())
  const { frame, release, payButton } = await enter({
    ...intent,
    ...claims,
    item: claims,
    widget_data: Buffer.from(JSON.stringify({ ...widgetData, ...claims, item: claims })).toString('base64url'),
  })
  await payButton.waitFor()
  expect((await text()).replace('3 digits', '')).not.toMatch(/castle|gold|\d|[$€]/)
  release()
  await frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  expect(await text()).toContain('500 gold coins')
  expect(await text()).not.toMatch(/castle|0\.01|€/)
})

test('a session that is over already takes the form’s place, and the focus where it was inside', async () => {
  const intent = await payBefore(CARDS.approved, 'Payment approved')
  const { box, frame, release } = await enter(intent)
  await box('Card number').pressSequentially('4111')
  release()
  await heading(frame, 'Payment approved').waitFor()
  expect(await frame.getByRole('textbox').count()).toBe(0)
  await expect.poll(() => focused().textContent()).toBe('Payment approved')
})

test('a buyer who is elsewhere in the shop is not called back by what takes the form’s place', async () => {
  const intent = await payBefore(CARDS.declined, 'Payment declined')
  const { box, frame, page, release } = await enter(intent)
  await box('Card number').waitFor()
  await page.evaluate(() => {
    const search = document.createElement('input')
    search.id = 'search'
    document.body.prepend(search)
    search.focus()
  })
  release()
  await heading(frame, 'Payment declined').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
  await press(frame, 'Try another card')
  expect(await box('Card number').inputValue()).toBe('')
})

test('a screen reader hears what is bought when it comes after the buyer has gone into the form', async () => {
  const { box, frame, release } = await enter()
  await box('Card number').focus()
  release()
  await expect.poll(() => frame.getByRole('status').textContent()).toBe('500 gold coins: $9.99')
})

test('a session that is refused takes the form away, with what was typed', async () => {
  const { box, frame, page } = await enter()
  await box('Card number').pressSequentially('4111')
  await page.route('**/checkout/v1/session', (route) =>
    route.fulfill({ status: 401, json: { error: { status: 401 } } }),
  )
  await checkoutFrame(page).evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await frame.getByText('This session is no longer available.').waitFor()
  expect(await frame.getByRole('textbox').count()).toBe(0)
  await expect.poll(() => focused().textContent()).toBe('We cannot continue')
})

test('a service that cannot be reached is told above the form, which keeps what is typed', async () => {
  const { box, frame, page, release } = await enter()
  await box('Card number').waitFor()
  await answerNext(page, '**/checkout/v1/session', (route) => route.abort('connectionreset'))
  await checkoutFrame(page).evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await frame.getByRole('alert').getByText('We cannot be reached right now.').waitFor()
  await box('Card number').pressSequentially('4111')
  release()
  await heading(frame, '500 gold coins').waitFor()
  expect(await box('Card number').inputValue()).toBe('4111')
})

test('Close stays one and the same button, with its focus, and leaves before the answer too', async () => {
  const { frame, release, keyboard, events, id } = await enter()
  const close = frame.getByRole('button', { name: 'Close' })
  await close.focus()
  const before = await close.elementHandle()
  release()
  await heading(frame, '500 gold coins').waitFor()
  expect(await before?.evaluate((element) => element === document.activeElement)).toBe(true)
  await keyboard.press('Enter')
  await expect.poll(events).toContainEqual(['FortePaymentsWidgetClosed', id])
})

test.each([
  ['a verification alone', () => createKyc(stage, 1), 'Your email address'],
  [
    'a payment behind a verification',
    async () => ({ ...(await createIntent(stage)), error_code: 'ERR06' }),
    '500 gold coins',
  ],
])('%s is not awaited with a card form', async (_name, create, title) => {
  const { frame, release } = await enter(await create())
  await frame.getByText('Loading').waitFor({ state: 'attached' })
  expect(await frame.getByRole('textbox').count()).toBe(0)
  const close = await frame.getByRole('button', { name: 'Close' }).elementHandle()
  release()
  await heading(frame, title).waitFor()
  expect(await close?.evaluate((element) => element.isConnected)).toBe(true)
})

test.each([
  ['a description', '500 gold coins', 'For Realm of Embers'],
  ['a title alone', '500 gold coins', null],
  ['a title of two lines', 'Five hundred gold coins and a chest', null],
])('nothing but the words on the button moves when the answer comes with %s', async (_name, title, description) => {
  visit = await visitShop(stage, { viewport: { width: 390, height: 844 } })
  const { allowed, release } = gate()
  await visit.page.route('**/checkout/v1/session', async (route) => {
    await allowed
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, item: { ...data.item, title, description } } } })
  })
  await visit.init(await createIntent(stage))
  await visit.frame.getByRole('button', { name: 'Pay', exact: true }).waitFor()
  const frame = checkoutFrame(visit.page)
  await frame.evaluate(() => {
    const moved: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => moved.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    Object.assign(window, { observer, moved })
  })
  const places = () =>
    frame.evaluate(() =>
      [...document.querySelectorAll('label, input, .primary, .assurance, main')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height]
      }),
    )
  const before = await places()
  release()
  await visit.frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  expect(await places()).toEqual(before)
  const moved = await frame.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const late = (Reflect.get(window, 'observer') as PerformanceObserver).takeRecords()
    return [...(Reflect.get(window, 'moved') as PerformanceEntry[]), ...late]
      .flatMap((entry) => Reflect.get(entry, 'sources') as { node: Node | null }[])
      .map(({ node }) => node?.textContent)
  })
  expect(moved.filter((text) => text !== 'Pay $9.99')).toEqual([])
})
