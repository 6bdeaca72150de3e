import type { Route } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { heading } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { startPreparedShop } from './support/prepared-shop.ts'
import { element, payIn, prepareVisits } from './support/prepared-visit.ts'
import { answerNext } from './support/requests.ts'

const stage = await openFileStage()
const shop = await startPreparedShop(stage)
const { clientId } = shop
afterEach(() => Object.assign(shop, { clientId }))
afterAll(() => shop.close())

const open = prepareVisits(stage, shop)

describe('a prepared frame is replaced', () => {
  test('when it has waited for five minutes', async () => {
    const visit = await open(element('coins'), (page) => page.clock.install())
    const prepared = await visit.prepare('coins')
    await visit.page.clock.fastForward('05:01')
    expect(await prepared?.evaluate((frame) => frame.isConnected)).toBe(false)
    await visit.page.clock.resume()
    await visit.buy('coins').click()
    await payIn(visit)
  })

  test('when the device has slept for five minutes, in which no timer ran', async () => {
    const visit = await open(element('coins'), (page) => page.clock.install())
    const prepared = await visit.prepare('coins')
    await visit.page.clock.setSystemTime(Date.now() + 301_000)
    await visit.buy('coins').click()
    await expect.poll(() => prepared?.evaluate((frame) => frame.isConnected)).toBe(false)
    await payIn(visit)
  })

  test('when its document did not come', async () => {
    const visit = await open(element('coins'), (page) => page.clock.install())
    await answerNext(visit.page, '**/checkout/frame/*', (route) => route.abort())
    const failed = visit.page.waitForEvent('requestfailed')
    await visit.buy('coins').hover()
    await failed
    const prepared = await visit.frames.elementHandle()
    await visit.buy('coins').click()
    const isReplaced = () => prepared?.evaluate((frame) => !frame.isConnected)
    await expect.poll(() => visit.page.clock.fastForward(1_000).then(isReplaced)).toBe(true)
    await payIn(visit)
    expect(await visit.told()).not.toContain('coinslot-error')
  })

  test('when its document says nothing, found out only after the click', async () => {
    const visit = await open(element('coins'), (page) => page.clock.install())
    let press = (): void => {}
    const pressed = new Promise<void>((resolve) => (press = resolve))
    const answer = (route: Route) => pressed.then(() => route.fulfill({ body: 'a portal of the hotel' }))
    await answerNext(visit.page, '**/checkout/frame/*', answer)
    await visit.holdClock()
    await visit.buy('coins').click()
    press()
    await visit.screen.getByText('a portal of the hotel').waitFor({ state: 'attached' })
    await visit.page.clock.fastForward(5_000)
    await payIn(visit)
    expect(await visit.told()).not.toContain('coinslot-error')
  })

  test('when it is of another client', async () => {
    shop.clientId = (await stage.service.createMerchant({ merchant: 'Saltmarsh' })).clientId
    const visit = await open(element('coins'))
    const prepared = await visit.prepare('coins')
    await visit.buy('coins').click()
    await heading(visit.screen, '500 gold coins').waitFor()
    expect(await prepared?.evaluate((frame) => frame.isConnected)).toBe(false)
    expect(await visit.screen.locator('body').innerText()).not.toContain('Saltmarsh')
    await payIn(visit)
  })

  test('when whatever draws the page has put its element in anew', async () => {
    const visit = await open(element('coins'))
    const prepared = await visit.prepare('coins')
    // Under the pointer it would be prepared anew at once.
    await visit.page.mouse.move(0, 0)
    await visit.page.evaluate(() => {
      const slot = document.querySelector('coin-slot') as Element
      const { parentNode } = slot
      for (let time = 0; time < 2; time += 1) {
        slot.remove()
        parentNode?.append(slot)
      }
    })
    expect(await visit.frames.count()).toBe(0)
    expect(await prepared?.evaluate((frame) => frame.isConnected)).toBe(false)
    await visit.prepare('coins')
    await visit.buy('coins').click()
    await payIn(visit)
  })
})
