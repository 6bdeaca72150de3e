import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { saveData, untilScriptIsThere } from './support/browser.ts'
import { heading } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { startPreparedShop } from './support/prepared-shop.ts'
import { element, payIn, prepareVisits } from './support/prepared-visit.ts'
import { framesAskedFor, hold } from './support/requests.ts'
import { createIntent } from './support/stage.ts'

const stage = await openFileStage()
const shop = await startPreparedShop(stage)
const { clientId, answerIntent } = shop
afterEach(() => Object.assign(shop, { clientId, answerIntent }))
afterAll(() => shop.close())

const open = prepareVisits(stage, shop)

describe.each(['inline', 'modal'])('a frame that is prepared %s', (mode) => {
  test('is out of everyone’s reach until the click, then takes input before the merchant has answered', async () => {
    const visit = await open(`${element('coins', `mode="${mode}"`)}<button>After</button>`)
    const { page, screen, number, buy, told, prepare } = visit
    const prepared = await prepare('coins')
    expect(await page.locator('body').ariaSnapshot()).not.toMatch(/iframe|Card number|dialog/)
    await buy('coins').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('After')

    const release = shop.holdIntents()
    await buy('coins').click()
    await screen.getByRole('textbox', { name: 'Card number' }).pressSequentially('4111')
    expect(await told()).toEqual([])
    release()
    await heading(screen, '500 gold coins').waitFor()
    expect(await number.inputValue()).toBe('4111')
    expect(await prepared?.evaluate((frame) => frame.isConnected)).toBe(true)
    await expect.poll(told).toEqual(['coinslot-ready'])
    await payIn(visit)
  })

  test('is drawn anew where the shop has changed its language and its looks since', async () => {
    const { page, screen, buy, prepare } = await open(element('coins', `mode="${mode}" data-accent="#1d4ed8"`))
    await prepare('coins')
    await page.locator('coin-slot').evaluate((slot) => {
      document.documentElement.lang = 'de'
      slot.dataset['accent'] = '#0f7b43'
    })
    await buy('coins').click()
    const pay = screen.getByRole('button', { name: /bezahlen/ })
    await pay.waitFor()
    expect(await pay.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(15, 123, 67)')
  })

  test('speaks the language of the nearest lang', async () => {
    const { screen, buy } = await open(`<div lang="de">${element('coins', `mode="${mode}"`)}</div>`)
    await buy('coins').click()
    await screen.getByRole('button', { name: /bezahlen/ }).waitFor()
  })
})

test.each([
  ['after a click that moved the focus', ''],
  ['after one that did not, as in Safari', 'onmousedown="event.preventDefault()"'],
])('whoever types on while the session comes has all of it in its boxes and can pay, %s', async (_name, attribute) => {
  const { page, screen, number, buy, told, prepare } = await open(
    element('coins').replace('<button', `<button ${attribute}`),
  )
  const { keyboard } = page
  await prepare('coins')
  const release = shop.holdIntents()
  await buy('coins').click()
  await number.click()
  await keyboard.type('4111 11')
  release()
  await expect.poll(told).toEqual(['coinslot-ready'])
  await keyboard.type('11 1111 11')
  await heading(screen, '500 gold coins').waitFor()
  await keyboard.type('11')
  for (const text of ['1234', '123', 'Ada Lovelace']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await keyboard.press('Enter')
  await heading(screen, 'Payment approved').waitFor()
})

test('what is typed while the session comes stays, though the service has been upgraded since the form was prepared', async () => {
  const { page, screen, number, buy, told, prepare } = await open(element('coins'))
  await prepare('coins')
  await page.route('**/coinslot/manifest', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), script_url: stage.scriptUrl } })
  })
  const release = shop.holdIntents()
  const isUpgraded = page.waitForResponse(stage.scriptUrl)
  await buy('coins').click()
  await number.pressSequentially('4111')
  await isUpgraded
  release()
  await heading(screen, '500 gold coins').waitFor()
  expect(await number.inputValue()).toBe('4111')
  await expect.poll(told).toEqual(['coinslot-ready'])
})

test('a modal takes the pointer where a dialog of a component library has taken it from the body', async () => {
  const visit = await open(
    `<style>body { pointer-events: none }</style><div style="pointer-events:auto">${element('coins', 'mode="modal"')}</div>`,
  )
  await visit.buy('coins').click()
  await visit.number.click()
  await payIn(visit)
})

test('a press of Enter that overtakes the form has the focus wait on Close, which leaves, then go into the form', async () => {
  const { page, frames, number, buy, told } = await open(element('coins'))
  await untilScriptIsThere(page)
  const release = await hold(page, '**/checkout/frame/*')
  await buy('coins').focus()
  await frames.waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.localName)
  await expect.poll(focused).toBe('Close')
  await page.keyboard.press('Enter')
  await expect.poll(told).toEqual(['coinslot-close'])
  expect(await focused()).toBe('button')
  expect(await frames.isVisible()).toBe(false)
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Close')
  release()
  await number.waitFor()
  await expect.poll(focused).toBe('iframe')
})

test('a sign of intent after its document has loaded, and before it has said a word, leaves it', async () => {
  const visit = await open(element('coins'), (page) =>
    page.addInitScript(() => {
      const focus = () => document.querySelector('button')?.focus()
      const loaded = ({ target }: Event) =>
        target instanceof HTMLIFrameElement && target.addEventListener('load', focus)
      document.addEventListener('load', loaded, true)
    }),
  )
  const asked = framesAskedFor(visit.page)
  await visit.prepare('coins')
  expect(await visit.buy('coins').evaluate((button) => button === document.activeElement)).toBe(true)
  await visit.buy('coins').click()
  await heading(visit.screen, '500 gold coins').waitFor()
  expect(asked).toHaveLength(1)
})

test('a prepared frame is left the time that a slow phone needs to draw it', async () => {
  const { page, buy, screen, number, holdClock } = await open(element('coins'), async (opened) => {
    await opened.clock.install()
    await opened.addInitScript(() => {
      if (window === top) return
      const { postMessage } = MessagePort.prototype
      const drawn = new Promise<void>((resolve) => Object.assign(window, { drawn: resolve }))
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        // Those of the tests' clock, which are empty, are not held: it goes on with them after a timer.
        if (message === undefined) postMessage.call(this, message)
        else void drawn.then(() => postMessage.call(this, message))
      }
    })
  })
  const asked = framesAskedFor(page)
  await holdClock()
  await buy('coins').hover()
  await number.waitFor({ state: 'attached' })
  await page.clock.fastForward(4_000)
  await screen.locator('html').evaluate(() => (Reflect.get(window, 'drawn') as () => void)())
  await buy('coins').click()
  await heading(screen, '500 gold coins').waitFor()
  expect(asked).toHaveLength(1)
})

test('a form that was prepared and is being filled in stays past its five minutes', async () => {
  const visit = await open(element('coins'), (page) => page.clock.install())
  await visit.prepare('coins')
  await visit.buy('coins').click()
  await heading(visit.screen, '500 gold coins').waitFor()
  await visit.page.clock.fastForward('05:01')
  await visit.page.clock.resume()
  await payIn(visit)
  expect(await visit.told()).not.toContain('coinslot-error')
})

test('a touch prepares the form before it has become a click', async () => {
  const { page, frames, screen, buy } = await open(element('coins'))
  await untilScriptIsThere(page)
  const { x, y } = (await buy('coins').boundingBox()) ?? { x: 0, y: 0 }
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 5, y: y + 5 }] })
  await frames.waitFor({ state: 'attached' })
  expect(await frames.isVisible()).toBe(false)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await heading(screen, '500 gold coins').waitFor()
})

describe('what was typed before the session came is gone where it leads elsewhere', () => {
  const typeEarly = async (answer: typeof answerIntent) => {
    const visit = await open(element('coins'))
    await visit.prepare('coins')
    const release = shop.holdIntents()
    shop.answerIntent = answer
    await visit.buy('coins').click()
    await visit.number.pressSequentially('4111')
    release()
    return visit
  }

  test('for a buyer who is refused', async () => {
    const { screen, number } = await typeEarly(async () => ({
      body: { data: await createIntent(stage, { email: 'banned@buyer.test' }) },
    }))
    await screen.getByText('This purchase is not available to you.').waitFor()
    expect(await number.count()).toBe(0)
  })

  test('for a buyer who is verified first', async () => {
    const { screen, number } = await typeEarly(async () => ({
      body: { data: await createIntent(stage, { email: `kyc@${crypto.randomUUID()}.test` }) },
    }))
    await screen.getByRole('textbox', { name: 'Email address' }).waitFor()
    expect(await number.count()).toBe(0)
  })

  test('where the merchant’s backend fails, whose own words are for the console alone', async () => {
    const visit = await typeEarly(async () => ({ status: 503, body: { error: { message: 'no stock of coins' } } }))
    const { page, number, frames } = visit
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await frames.count()).toBe(0)
    expect(await visit.told()).toEqual(['coinslot-error', 'data_unreachable'])
    expect(await page.evaluate(() => (Reflect.get(window, 'lastError') as Error).cause)).toEqual({
      status: 503,
      message: 'no stock of coins',
    })
    expect(await page.locator('body').innerText()).not.toContain('no stock')
    shop.answerIntent = answerIntent
    await page.getByRole('button', { name: 'Try again' }).click()
    await number.waitFor()
    expect(await number.inputValue()).toBe('')
    await payIn(visit)
  })
})

describe('a frame that is refused is an error, never ready', () => {
  const pressBuy = async (preload: string, policy?: string) => {
    const body = element('coins', `preload="${preload}"`)
    const { page, buy, frames, told } = await open(body, (opened) => opened.clock.install(), policy)
    await buy('coins').click()
    await frames.waitFor({ state: 'attached' })
    // The document that stands in the frame's place says nothing, which is waited for.
    const toldLater = () => page.clock.fastForward(5_000).then(told)
    await expect.poll(toldLater).toEqual(['coinslot-error', 'frame_blocked'])
    const message = await page.evaluate(() => (Reflect.get(window, 'lastError') as Error).message)
    expect(message).toContain(`is ${new URL(page.url()).origin} an origin of the client`)
    expect(message).toContain(`do this page's CSP and COEP allow the frame`)
  }

  test.each(['auto', 'none'])('by an origin that is not registered, with preload="%s"', async (preload) => {
    const merchant = await stage.service.createMerchant({ origins: ['https://shop.example'] })
    shop.clientId = merchant.clientId
    shop.answerIntent = async () => ({ body: { data: await createIntent(stage, { merchant }) } })
    await pressBuy(preload)
  })

  test('by the policy of the page', () => pressBuy('none', `frame-src 'none'`))
})

test('a prepared frame stays where its element is moved by moveBefore', async () => {
  const visit = await open(`${element('coins')}<aside></aside>`)
  const prepared = await visit.prepare('coins')
  await visit.page.evaluate(() => {
    const aside = document.querySelector('aside') as Element & { moveBefore(node: Node, child: null): void }
    aside.moveBefore(document.querySelector('coin-slot') as Element, null)
  })
  await visit.buy('coins').click()
  await heading(visit.screen, '500 gold coins').waitFor()
  expect(await prepared?.evaluate((frame) => frame.isConnected)).toBe(true)
  await payIn(visit)
})

test('of two elements the one that the buyer turned to last has the frame, and either can be bought', async () => {
  const visit = await open(element('coins') + element('gems', 'mode="modal"'))
  const first = await visit.prepare('coins')
  await visit.buy('gems').hover()
  await expect.poll(() => first?.evaluate((frame) => frame.isConnected)).toBe(false)
  await visit.page.locator('dialog iframe').waitFor({ state: 'attached' })
  expect(await visit.frames.count()).toBe(1)
  await visit.buy('coins').click()
  await payIn(visit)
})

test('with preload="frame" it is there without a sign of intent, and does not drive another out', async () => {
  const visit = await open(element('coins', 'preload="frame"') + element('gems', 'preload="frame"'))
  await visit.number.waitFor({ state: 'attached' })
  expect(await visit.frames.count()).toBe(1)
  await visit.buy('gems').click()
  await payIn(visit)
})

test.each([
  ['who saves data', element('coins'), saveData],
  ['with preload="none"', element('coins', 'preload="none"'), undefined],
  ['for a verification', element('coins', 'flow="kyc"'), undefined],
])('nothing is prepared %s', async (_name, body, before) => {
  const { page, frames, buy } = await open(body, before)
  if (!body.includes('none')) await untilScriptIsThere(page)
  await buy('coins').hover()
  await buy('coins').focus()
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
  expect(await frames.count()).toBe(0)
})

test('after a way to another page and back the form can be paid with', async () => {
  const visit = await open(element('coins'))
  await visit.prepare('coins')
  await visit.page.goto('about:blank')
  await visit.page.goBack()
  await visit.page.mouse.move(0, 0)
  await visit.buy('coins').hover()
  await visit.number.waitFor({ state: 'attached' })
  await visit.buy('coins').click()
  await payIn(visit)
})
