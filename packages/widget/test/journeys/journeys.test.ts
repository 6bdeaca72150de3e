import type { BrowserContext, FrameLocator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CARDS, fillCard, heading, press } from '../support/buyer.ts'
import { openFileStage } from '../support/file-stage.ts'
import { answerNext } from '../support/requests.ts'
import { begin } from './begin.ts'
import { type ElementShop, startElementShop } from './element-shop.ts'
import { headingOf, type JourneyRow, SHOP, VISITS } from './table.ts'

const stage = await openFileStage()

let shop: ElementShop
let context: BrowserContext
let page: Page
beforeAll(async () => {
  shop = await startElementShop(stage)
})
beforeEach(async () => {
  context = await stage.browser.newContext({ locale: 'en-US' })
  page = await context.newPage()
})
afterAll(() => shop.close())

const frameOf = (tab: Page): FrameLocator => tab.frameLocator('dialog iframe')

const seenIn = async (tab: Page): Promise<string> => {
  if ((await tab.locator('dialog').count()) === 0) return SHOP
  const [screen = 'nothing'] = await frameOf(tab).locator('h1').allTextContents()
  return screen
}
const heardIn = (tab: Page): Promise<string[]> => tab.evaluate(() => Reflect.get(window, 'told') ?? [])

/** Holds back the answer to the first press of Pay: the service has charged, and nobody here knows. */
const holdAnswer = async () => {
  let end: (how: 'arrives' | 'is lost') => void = () => {}
  const ended = new Promise<'arrives' | 'is lost'>((resolve) => (end = resolve))
  let charged = (): void => {}
  const isCharged = new Promise<void>((resolve) => (charged = resolve))
  const hold = async (route: Route): Promise<void> => {
    const response = await route.fetch()
    charged()
    const how = await ended
    // The page may have gone meanwhile, and its request with it.
    await (how === 'arrives' ? route.fulfill({ response }) : route.abort('connectionreset')).catch(() => undefined)
  }
  await answerNext(page, '**/session/pay', hold)
  return { isCharged, end }
}

const pressPay = async (isCharged: Promise<void>): Promise<void> => {
  const frame = frameOf(page)
  await fillCard(frame, CARDS.approvedVisa)
  await frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await isCharged
  await frame.getByRole('button', { name: 'Paying $9.99…' }).waitFor()
}

/** What the buyer does, up to where its outcome can be seen. */
const go = async ({ way, button }: JourneyRow, url: string, answerIs: (end: 'arrives' | 'is lost') => void) => {
  const frame = frameOf(page)
  switch (way) {
    case 'Close':
      await press(frame, button)
      return
    case 'reload':
      answerIs('is lost')
      await page.reload()
      return
    case 'back, and forward again':
      answerIs('is lost')
      await page.goBack()
      await page.goForward()
      return
    case 'Escape outside the frame':
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('Escape')
      return
    case 'Escape inside the frame':
      await frame.locator('h1').first().click()
      await page.keyboard.press('Escape')
      return
    case 'offline and back':
      await context.setOffline(true)
      answerIs('is lost')
      await page.waitForFunction(() => !navigator.onLine)
      await context.setOffline(false)
      return
    case 'second tab':
      await (await context.newPage()).goto(url)
      return
  }
}

const standing = async (tab: Page, service: () => Promise<string>) => ({
  service: await service(),
  page: await heardIn(tab),
  buyer: await seenIn(tab),
})

test.each(VISITS)('$screen, $ways: service, page and buyer agree', async ({ screen, rows }) => {
  const { data, service } = await begin(stage, screen)
  const url = shop.url(data)
  const held = screen.startsWith('paying') ? await holdAnswer() : null
  const answerIs = held?.end ?? (() => {})
  await page.goto(url)
  await heading(frameOf(page), headingOf(screen)).waitFor()
  if (held) await pressPay(held.isCharged)
  for (const row of rows) {
    await go(row, url, answerIs)
    answerIs('arrives')
    const everywhere = () => Promise.all(context.pages().map((tab) => standing(tab, service)))
    await expect.poll(everywhere).toEqual(context.pages().map(() => row.expected))
  }
})
