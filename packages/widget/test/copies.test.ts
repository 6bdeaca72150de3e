import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openTab } from './support/browser.ts'
import { press } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { startPreparedShop } from './support/prepared-shop.ts'

const stage = await openFileStage()
const shop = await startPreparedShop(stage)
afterAll(() => shop.close())

/** Puts a copy in the element's place, as routers do that keep copies of the pages that were shown. */
const copy = (page: Page): Promise<void> =>
  page.locator('coin-slot').evaluate((slot) => slot.replaceWith(slot.cloneNode(true)))

test('a copy of an element whose session is open opens one of its own, and shows no frame of the other', async () => {
  const page = await openTab(stage.browser)
  await page.goto(shop.url('<coin-slot endpoint="/coinslot" item="coins" open></coin-slot>'))
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  await copy(page)
  await frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(1)
  await press(frame, 'Close')
  await page.locator('iframe').waitFor({ state: 'detached' })
})

test('a copy of an element whose card form waits has none but its own', async () => {
  const page = await openTab(stage.browser)
  await page.goto(shop.url('<coin-slot endpoint="/coinslot" preload="frame"><button>Buy</button></coin-slot>'))
  await page.locator('iframe').waitFor({ state: 'attached' })
  await copy(page)
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Pay $9.99' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(1)
})

/** Makes the page what the server wrote once more, as routers do that morph it: what scripts have added goes. */
const morph = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.querySelector('coin-slot')?.removeAttribute('open')
    for (const added of document.querySelectorAll('.coinslot-host, .coinslot-dialog')) added.remove()
  })

/** Opens the payment by its button, changes the page, and opens it once more; the page has heard of one that closed between. */
const sellsAgainAfter = async (body: string, change: (page: Page) => Promise<void>): Promise<void> => {
  const page = await openTab(stage.browser)
  await page.goto(shop.url(body))
  const pay = page.frameLocator('iframe').getByRole('button', { name: 'Pay $9.99' })
  const told = () => page.evaluate(() => Reflect.get(window, 'told'))
  await page.getByRole('button', { name: 'Buy' }).click()
  await pay.waitFor()
  await expect.poll(told).toEqual(['coinslot-ready'])
  await change(page)
  await page.getByRole('button', { name: 'Buy' }).click()
  await pay.waitFor()
  await expect.poll(told).toEqual(['coinslot-ready', 'coinslot-close', 'coinslot-ready'])
}

describe.each(['inline', 'modal'])('a page that is morphed, %s', (mode) => {
  const slot = `<coin-slot endpoint="/coinslot" mode="${mode}"><button>Buy</button></coin-slot>`

  test('opens the payment by its button although the card form that waited is gone', async () => {
    const page = await openTab(stage.browser)
    await page.goto(shop.url(slot))
    await page.getByRole('button', { name: 'Buy' }).hover()
    await page.locator('iframe').waitFor({ state: 'attached' })
    await morph(page)
    await page.getByRole('button', { name: 'Buy' }).click()
    await page.frameLocator('iframe').getByRole('button', { name: 'Pay $9.99' }).waitFor()
  })

  test('has its button again where the widget was open, and is told that it closed', () => sellsAgainAfter(slot, morph))
})

test('an element whose content was replaced has its button again once it is closed', () =>
  sellsAgainAfter('<coin-slot endpoint="/coinslot"><button>Buy</button></coin-slot>', (page) =>
    page.locator('coin-slot').evaluate((slot: Element & { close?(): void }) => {
      slot.innerHTML = '<button>Buy</button>'
      slot.close?.()
    }),
  ))
