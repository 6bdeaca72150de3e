import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openTab, untilScriptIsThere } from './browser.ts'
import { CARDS, fillCard, heading, press } from './buyer.ts'
import type { PreparedShop } from './prepared-shop.ts'
import type { Stage } from './stage.ts'

/** An element of the shop's page, with its button `Buy` and its name. */
export const element = (name: string, attributes = ''): string =>
  `<coin-slot id="${name}" endpoint="/coinslot" item="coins" ${attributes}><button>Buy ${name}</button></coin-slot>`

/** Opens the shop's page with so much in it, once `before` has been done to the tab. */
export const prepareVisits =
  (stage: Pick<Stage, 'browser'>, shop: PreparedShop) =>
  async (body: string, before?: (page: Page) => Promise<unknown>, policy?: string) => {
    const page = await openTab(stage.browser)
    await before?.(page)
    await page.goto(shop.url(body, policy))
    const frames = page.locator('.coinslot-host > iframe')
    const screen = frames.contentFrame()
    const number = screen.getByRole('textbox', { name: 'Card number', includeHidden: true })
    const buy = (name: string) => page.getByRole('button', { name: `Buy ${name}`, exact: true })
    return {
      page,
      frames,
      screen,
      number,
      buy,
      told: () => page.evaluate(() => Reflect.get(window, 'told') as string[]),
      /** Holds the page's clock, once the widget's script is there: one that was still loading would be given up as time jumps. */
      holdClock: async () => {
        await untilScriptIsThere(page)
        await page.clock.pauseAt(Date.now() + 60_000)
      },
      /** Goes over what opens it, and waits until its card form is there, unseen. */
      prepare: async (name: string) => {
        await buy(name).hover()
        await page.locator(`#${name} iframe, dialog iframe`).waitFor({ state: 'attached' })
        await number.waitFor({ state: 'attached' })
        expect(await frames.isVisible()).toBe(false)
        return frames.elementHandle()
      },
    }
  }
type Visit = Awaited<ReturnType<ReturnType<typeof prepareVisits>>>

/** Pays in the frame that the visit shows. */
export const payIn = async ({ screen, told }: Visit): Promise<void> => {
  await fillCard(screen, CARDS.approvedVisa)
  await press(screen, 'Pay $9.99')
  await heading(screen, 'Payment approved').waitFor()
  await press(screen, 'Done')
  await expect.poll(told).toContain('coinslot-success')
}
