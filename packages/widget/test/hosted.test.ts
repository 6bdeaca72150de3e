import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab } from './support/browser.ts'
import { CARDS, confirmWithBank, heading, pay, press, verifyEmail, verifyIdentity, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createRedirect } from './support/stage.ts'

const stage = await openFileStage()

let page: Page

const open = async (url: string): Promise<Page> => {
  page = await openTab(stage.browser)
  await page.goto(url)
  return page
}

test('the hosted page takes a payment, and its address keeps no token', async () => {
  await open(await createRedirect(stage))
  expect(page.url()).not.toContain('redirect_token')
  await pay(page, CARDS.challenged)
  await confirmWithBank(page)
  await heading(page, 'Payment approved').waitFor()
  await press(page, 'Done')
  await heading(page, 'You have left the checkout').waitFor()
})

test('its receipt is printed from the top of the sheet, without the shadow of the screen, its lines each on one sheet', async () => {
  await open(await createRedirect(stage))
  await pay(page, CARDS.approved)
  await heading(page, 'Payment approved').waitFor()
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }))
  await press(page, 'Print receipt')
  expect(await page.title()).toBe('printed')
  await page.emulateMedia({ media: 'print' })
  expect((await page.getByRole('banner').boundingBox())?.y).toBeLessThanOrEqual(32)
  expect(await page.getByRole('main').evaluate((card) => getComputedStyle(card).boxShadow)).toBe('none')
  const lines = page.locator('.receipt div')
  expect(await lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).breakInside))).toEqual(
    Array.from({ length: 6 }, () => 'avoid'),
  )
})

test('a reload and a way back go on where the session stands', async () => {
  await open(await createRedirect(stage))
  await pay(page, CARDS.declined)
  await heading(page, 'Payment declined').waitFor()
  await page.reload()
  await heading(page, 'Payment declined').waitFor()
  await page.goto('about:blank')
  await page.goBack()
  await press(page, 'Try another card')
  await pay(page, CARDS.approved)
  expect(await shown(heading(page, 'Payment approved'))).toBe(true)
})

test('one press of Back leads out of a payment that the bank has asked about, also after a reload', async () => {
  const shop = stage.site.url({ scriptUrl: stage.scriptUrl })
  await open(shop)
  await page.goto(await createRedirect(stage))
  await pay(page, CARDS.challenged)
  await confirmWithBank(page)
  await heading(page, 'Payment approved').waitFor()
  await page.reload()
  await heading(page, 'Payment approved').waitFor()
  // Not at once: the answer to this would be lost with the page.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await page.waitForURL(shop)
})

test('it ends with a link back to the return URL, where the client has one', async () => {
  const returnUrl = `${stage.site.origin}/thanks`
  const merchant = await stage.service.createMerchant({ returnUrl })
  await open(await createRedirect(stage, { merchant }))
  await pay(page, CARDS.approved)
  expect(await page.getByRole('link', { name: 'Return to the shop' }).getAttribute('href')).toBe(returnUrl)
  await press(page, 'Done')
  await page.waitForURL(returnUrl)
})

test.each([['banned@buyer.test', 'This purchase is not available to you.']])(
  'a buyer %s is told one plain sentence',
  async (email, sentence) => {
    await open(await createRedirect(stage, { email }))
    await page.getByText(sentence).waitFor()
    await press(page, 'Close')
    expect(await shown(page.getByText('You can close this page now.'))).toBe(true)
  },
)

test('the gate of ERR06 is on the hosted page too', async () => {
  await open(await createRedirect(stage, { email: `kyc@${crypto.randomUUID()}.test` }))
  await verifyEmail(page)
  await verifyIdentity(page)
  await pay(page, CARDS.approved)
  expect(await shown(heading(page, 'Payment approved'))).toBe(true)
})

test('an expired session says so by itself', async () => {
  await open(await createRedirect(stage))
  await heading(page, '500 gold coins').waitFor()
  stage.service.clock.advance(31 * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await heading(page, 'Session expired').waitFor()
  await press(page, 'Close')
  expect(await shown(page.getByText('You can close this page now.'))).toBe(true)
})

test('the last five minutes are counted down, until the buyer leaves', async () => {
  await open(await createRedirect(stage))
  await heading(page, '500 gold coins').waitFor()
  expect(await page.getByRole('timer').count()).toBe(0)
  stage.service.clock.advance(25.5 * 60_000)
  await page.addInitScript(() => {
    const running = new Set<number>()
    const { setInterval: begin, clearInterval: end } = window
    Object.assign(window, {
      running,
      setInterval: (run: () => void, everyMs: number) => running.add(begin(run, everyMs)) && [...running].at(-1),
      clearInterval: (id: number) => running.delete(id) && end(id),
    })
  })
  const timers = () => page.evaluate(() => (window as unknown as { running: Set<number> }).running.size)
  await page.reload()
  await page.getByText(/Time left: 4:\d\d/).waitFor()
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('5 minutes left to pay.')
  expect(await timers()).toBe(1)
  await press(page, 'Close')
  await heading(page, 'You have left the checkout').waitFor()
  expect(await timers()).toBe(0)
})

test('how long is left is read out at five minutes, two and one, and nothing is counted past the end', async () => {
  await open(await createRedirect(stage))
  await heading(page, '500 gold coins').waitFor()
  stage.service.clock.advance(25.5 * 60_000)
  await page.clock.install()
  await page.reload()
  const status = page.getByRole('status')
  await page.getByText(/Time left: 4:\d\d/).waitFor()
  await expect.poll(() => status.allTextContents()).toContain('5 minutes left to pay.')
  await page.clock.fastForward(60_000)
  await page.getByText(/Time left: 3:\d\d/).waitFor()
  expect(await status.allTextContents()).toContain('5 minutes left to pay.')
  await page.clock.fastForward(120_000)
  await expect.poll(() => status.allTextContents()).toContain('2 minutes left to pay.')
  await page.context().setOffline(true)
  await page.clock.fastForward(120_000)
  await page.getByRole('timer').waitFor({ state: 'detached' })
})

test('the card has an edge where the system chooses the colours, which has no shadows', async () => {
  await open(await createRedirect(stage))
  await heading(page, '500 gold coins').waitFor()
  const edge = () => page.locator('.card').evaluate((card) => getComputedStyle(card).outlineColor)
  expect(await edge()).toBe('rgba(0, 0, 0, 0)')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await edge()).toMatch(/^rgb\(/)
})

test('a page whose script does not come says so after a while', async () => {
  page = await openTab(stage.browser)
  await page.route('**/*.js', (route) => route.fulfill({ status: 503 }))
  await page.goto(await createRedirect(stage))
  const late = page.getByRole('status').getByText('This page has not loaded yet.')
  expect(await late.count()).toBe(0)
  const waitsMs = await page.evaluate(() =>
    document.getAnimations().map((animation) => {
      animation.finish()
      return animation.effect?.getTiming().delay
    }),
  )
  expect(waitsMs).toEqual([15_000])
  expect(await shown(late)).toBe(true)
})

test('without scripts the page says only that it needs them, and what to do', async () => {
  page = await openTab(stage.browser, { javaScriptEnabled: false })
  await page.goto(await createRedirect(stage))
  const words = page.locator('.noscript')
  expect(await shown(words)).toBe(true)
  expect(await words.textContent()).toMatch(/needs JavaScript .* Allow it .* reload/)
  expect(await page.locator('.skeleton').isVisible()).toBe(false)
})

test.each([
  ['de-AT', 'braucht JavaScript', 'ltr'],
  ['ar', 'تحتاج هذه الصفحة إلى JavaScript', 'rtl'],
  ['en-GB', 'This page needs JavaScript', 'ltr'],
  ['nl', 'This page needs JavaScript', 'ltr'],
])('without scripts the page speaks the language of a browser in %s', async (locale, sentence, direction) => {
  page = await openTab(stage.browser, { javaScriptEnabled: false, locale })
  await page.goto(await createRedirect(stage))
  const words = page.locator('.noscript')
  expect(await words.textContent()).toContain(sentence)
  expect(await words.evaluate((paragraph) => getComputedStyle(paragraph).direction)).toBe(direction)
})

interface Shift extends PerformanceEntry {
  readonly value: number
}

test('the card of the hosted page stays where it stood while it loaded', async () => {
  page = await openTab(stage.browser, { viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) seen.shift += (shift as Shift).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { seen })
  })
  let letScriptsCome = (): void => {}
  const scripts = new Promise<void>((resolve) => (letScriptsCome = resolve))
  await page.route('**/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  const twoFrames = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.goto(await createRedirect(stage), { waitUntil: 'commit' })
  await page.locator('.skeleton').waitFor()
  await twoFrames()
  letScriptsCome()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await twoFrames()
  const { shift } = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen)
  expect(shift).toBeLessThan(0.05)
})
