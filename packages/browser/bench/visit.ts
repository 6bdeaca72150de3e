import type { Frame, Page } from 'puppeteer-core'
import type { Stage } from './stage.ts'

/** When these were there, by the clock of all documents of the page. */
interface Moments {
  readonly clicked: number
  /** The frame, in the shop's page: what is loaded ahead of the click takes input unseen. */
  readonly shown: number
  readonly form: number
  readonly payable: number
}

/** Milliseconds from the click on Buy to a card field that is seen and takes input, and to a Pay button that can be pressed. */
export type Times = Pick<Moments, 'form' | 'payable'>

/** What a buyer does on the settled page. */
export interface Embed {
  readonly page: string
  readonly act: (page: Page) => Promise<void>
}

/** Longer than the second after which what waits for an idle page no longer waits. */
const SETTLED_MS = 1_500
const CARD_NUMBER = '[autocomplete=cc-number]'

/** Notes in each document when Buy is clicked, the frame is seen, a card field takes input, and Pay can be pressed. */
const watch = (): void => {
  const note = (moment: keyof Moments) =>
    Object.assign(window, { [moment]: performance.timeOrigin + performance.now() })
  const look = (moment: keyof Moments, selector: string): void => {
    if (document.querySelector(selector)?.checkVisibility({ visibilityProperty: true })) note(moment)
    else requestAnimationFrame(() => look(moment, selector))
  }
  addEventListener('click', () => note('clicked'), true)
  if (window === top) return look('shown', 'div[id^=forte] iframe')
  look('form', '[autocomplete=cc-number]:read-write')
  look('payable', 'pay-step .primary:not([aria-disabled=true])')
}

const noted = async (frame: Frame, moment: keyof Moments): Promise<number> => {
  const read = (name: string): unknown => Reflect.get(window, name)
  const handle = await frame.waitForFunction(read, { timeout: 30_000, polling: 20 }, moment)
  return Number(await handle.jsonValue())
}

/** Opens a page in a context of its own, with a cold cache, and waits until it asks for nothing more. */
export const settle = async ({ browser, network, urlOf }: Stage, name: string): Promise<Page> => {
  const page = await (await browser.createBrowserContext()).newPage()
  await page.evaluateOnNewDocument(watch)
  await page.goto(urlOf(name), { waitUntil: 'load' })
  await network.quiet(SETTLED_MS)
  return page
}

export const fromClick = async (stage: Stage, embed: Embed): Promise<Times> => {
  const page = await settle(stage, embed.page)
  await embed.act(page)
  const handle = await page.waitForSelector('div[id^=forte] iframe', { timeout: 30_000 })
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('there is no frame')
  const form = await noted(frame, 'form')
  await frame.type(CARD_NUMBER, '4111')
  const payable = await noted(frame, 'payable')
  const kept = await frame.$eval(CARD_NUMBER, (input) => (input as HTMLInputElement).value)
  if (kept !== '4111') throw new Error(`of what was typed into the card field, "${kept}" was kept`)
  const clicked = await noted(page.mainFrame(), 'clicked')
  const shown = await noted(page.mainFrame(), 'shown')
  await page.browserContext().close()
  return { form: Math.max(form, shown) - clicked, payable: Math.max(payable, shown) - clicked }
}
