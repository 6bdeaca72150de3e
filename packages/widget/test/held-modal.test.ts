import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openTab } from './support/browser.ts'
import { CARDS, confirmWithBank, heading, pay } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { startPreparedShop } from './support/prepared-shop.ts'

const stage = await openFileStage()
const shop = await startPreparedShop(stage)
afterAll(() => shop.close())

const guide = await readFile(join(import.meta.dirname, '../../site/pages/guides/theming.md'), 'utf8')
const style = /^\.coinslot-dialog \{.*?^\}/ms.exec(guide)?.[0] ?? 'the guide has no style'

/** Opens the modal on a page whose one style is the guide's. */
const openModal = async (options: Parameters<typeof openTab>[1]) => {
  const page = await openTab(stage.browser, options)
  await page.goto(
    shop.url(
      `<style>${style}</style><coin-slot endpoint="/coinslot" item="coins" mode="modal"><button>Buy</button></coin-slot>`,
    ),
  )
  await page.getByRole('button', { name: 'Buy' }).click()
  const frame = page.locator('dialog iframe').contentFrame()
  await heading(frame, '500 gold coins').waitFor()
  return { page, frame }
}

test.each(['light', 'dark'] as const)(
  'the modal as the guide holds it has the ground of its card in %s',
  async (colorScheme) => {
    const { page, frame } = await openModal({ colorScheme })
    const groundOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await groundOf(page.locator('dialog'))).toBe(await groundOf(frame.locator('.card')))
  },
)

test.each([
  ['a phone', { width: 390, height: 664 }],
  ['a phone on its side', { width: 640, height: 360 }],
])('the modal as the guide holds it can be scrolled to its last button on %s', async (_name, viewport) => {
  const { page, frame } = await openModal({ viewport })
  await pay(frame, CARDS.approved)
  const last = frame.getByRole('button', { name: 'Save receipt' })
  await last.waitFor()
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  const bottomOf = async () => {
    await page.mouse.wheel(0, 1000)
    const box = await last.boundingBox()
    return box === null ? Infinity : box.y + box.height
  }
  await expect.poll(bottomOf).toBeLessThanOrEqual(viewport.height)
})

test('the modal as the guide holds it has room for two boxes in a row on a phone of 360 pixels', async () => {
  const { frame } = await openModal({ viewport: { width: 360, height: 640 } })
  const topOf = async (name: string) => (await frame.getByRole('textbox', { name }).boundingBox())?.y
  expect(await topOf('Security code')).toBe(await topOf('Expiry date'))
})

test('the modal as the guide holds it draws no second edge around the card', async () => {
  const { page, frame } = await openModal({ viewport: { width: 390, height: 664 } })
  const widthOf = async (place: Locator) => (await place.boundingBox())?.width
  expect(await widthOf(frame.locator('.card'))).toBe(await widthOf(page.locator('dialog')))
})

test('the modal as the guide holds it shows how a payment ended with its whole mark, however far it was scrolled', async () => {
  const { page, frame } = await openModal({ viewport: { width: 360, height: 640 } })
  await pay(frame, CARDS.challenged)
  await confirmWithBank(frame)
  await heading(frame, 'Payment approved').waitFor()
  await expect.poll(() => frame.locator(':focus').textContent()).toBe('Payment approved')
  const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? -1
  expect(await topOf(frame.locator('.mark'))).toBeGreaterThanOrEqual(await topOf(page.locator('dialog')))
})
