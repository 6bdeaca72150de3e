import { expect, test } from 'vitest'
import { answer, CARDS, confirmWithBank, fillCard, heading, pay, press } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createIntent, createKyc, createRedirect, type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

let visit: Visit

const HEADER_PX = 90

/** A shop with much above the widget, and a header that sticks to the top as soon as it gets there. It notes what the frame asks for. */
const STICKY = `<style>
  body::before { content: ''; display: block; height: 40px }
  header { position: sticky; top: 0; height: ${HEADER_PX}px; background: gold; z-index: 1 }
  #forte-payments-widget-container { margin-block: 500px 900px }
</style>
<script>
  addEventListener('DOMContentLoaded', () => document.body.prepend(document.createElement('header')))
  const Original = MessageChannel
  window.asked = []
  window.MessageChannel = class extends Original {
    constructor() { super(); this.port1.addEventListener('message', ({ data }) => window.asked.push(data.type)) }
  }
</script>`

const enter = async (viewport: { width: number; height: number }): Promise<Visit> => {
  visit = await visitShop(stage, { viewport, shop: { head: STICKY } })
  await visit.init(await createIntent(stage))
  await heading(visit.frame, '500 gold coins').waitFor()
  return visit
}

/** Between the header and the lower edge of the window. */
const isInView = async (title: string, height: number): Promise<boolean> => {
  const box = await heading(visit.frame, title).boundingBox()
  return box !== null && box.y >= HEADER_PX && box.y + box.height <= height
}

test.each([
  ['a phone', { width: 390, height: 760 }],
  ['a phone on its side', { width: 760, height: 390 }],
])('on %s each new step is scrolled into view, below what sticks to the top', async (_name, viewport) => {
  const { frame } = await enter(viewport)
  await pay(frame, CARDS.challengedDeclined)
  await expect.poll(() => isInView('Confirm with your bank', viewport.height)).toBe(true)
  await confirmWithBank(frame)
  await expect.poll(() => isInView('Payment declined', viewport.height)).toBe(true)
  await press(frame, 'Try another card')
  await pay(frame, CARDS.approved)
  await expect.poll(() => isInView('Payment approved', viewport.height)).toBe(true)
})

test.each([
  ['with its heading', { width: 390, height: 760 }, true],
  ['without it where the window has no room for both', { width: 740, height: 240 }, false],
])('a step that begins with a box is scrolled into view %s', async (_name, viewport, hasRoom) => {
  visit = await visitShop(stage, { viewport, shop: { head: STICKY } })
  const { frame, page, init } = visit
  await init(await createKyc(stage, 1))
  const email = frame.getByRole('textbox', { name: 'Email address' })
  await email.fill('ada@buyer.test')
  // The buyer has scrolled until the box stands below the header: the next step is shorter above its own.
  const { y = 0 } = (await email.boundingBox()) ?? {}
  await page.evaluate((byPx) => scrollBy(0, byPx), y - HEADER_PX - 30)
  await answer(frame, {})
  await heading(frame, 'Enter your code').waitFor()
  const isBoxInView = async (): Promise<boolean> => {
    const box = await frame.getByRole('textbox', { name: 'One-time code' }).boundingBox()
    return box !== null && box.y >= HEADER_PX && box.y + box.height <= viewport.height
  }
  await expect.poll(isBoxInView).toBe(true)
  await expect.poll(() => isInView('Enter your code', viewport.height)).toBe(hasRoom)
  const isAboveInView = async (): Promise<boolean> =>
    ((await frame.locator('.eyebrow').boundingBox())?.y ?? 0) >= HEADER_PX
  await expect.poll(isAboveInView).toBe(hasRoom)
})

test('how a payment ended is scrolled into view with its mark', async () => {
  const { frame, page } = await enter({ width: 1280, height: 700 })
  await fillCard(frame, CARDS.approved)
  // So far that the heading of the end will stand below the header, and the mark above it behind the header.
  const { y = 0 } = (await frame.getByRole('main').boundingBox()) ?? {}
  await page.evaluate((byPx) => scrollBy(0, byPx), y - HEADER_PX + 60)
  await page.keyboard.press('Enter')
  await heading(frame, 'Payment approved').waitFor()
  await expect.poll(async () => (await frame.locator('.mark').boundingBox())?.y).toBeGreaterThanOrEqual(HEADER_PX)
})

test('what is in view already does not make the page move', async () => {
  const { frame, page } = await enter({ width: 1280, height: 1400 })
  await fillCard(frame, CARDS.approved)
  const before = await page.evaluate(() => scrollY)
  await press(frame, 'Pay $9.99')
  await heading(frame, 'Payment approved').waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toContain('reveal')
  expect(await frame.locator(':focus').textContent()).toBe('Payment approved')
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('the hosted page shows where a new step begins', async () => {
  visit = await visitShop(stage, { viewport: { width: 760, height: 300 } })
  const { page } = visit
  await page.goto(await createRedirect(stage))
  await pay(page, CARDS.challenged)
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Confirm with your bank')
  const box = await heading(page, 'Confirm with your bank').first().boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 300) + (box?.height ?? 0)).toBeLessThanOrEqual(300)
})

test('a refused box that the edge of a phone’s keyboard cuts is in view with all lines of its error', async () => {
  visit = await visitShop(stage, { viewport: { width: 320, height: 640 } })
  await visit.init(await createIntent(stage))
  const { frame, page } = visit
  await frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  const number = frame.getByRole('textbox', { name: 'Card number' })
  await number.fill('4111 1111 1111 1112')
  const box = await number.boundingBox()
  const height = Math.round((box?.y ?? 0) + 30)
  await page.setViewportSize({ width: 320, height })
  await frame.getByRole('textbox', { name: 'Expiry date' }).evaluate((next) => next.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await expect.poll(() => frame.locator(':focus').getAttribute('id')).toBe('card-number')
  const error = await frame.getByText('Check the card number: a digit is wrong or missing.').boundingBox()
  expect((error?.y ?? height) + (error?.height ?? 0)).toBeLessThanOrEqual(height)
})
