import type { Page } from 'puppeteer-core'
import type { Embed } from './visit.ts'

const HOVER_MS = 300
const TOUCH_MS = 80

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Presses Buy as soon as the pointer is there. */
const press = (page: Page): Promise<void> => page.click('button')

export const hoverAndPress = async (page: Page): Promise<void> => {
  await page.hover('button')
  await wait(HOVER_MS)
  await press(page)
}

const tap = async (page: Page): Promise<void> => {
  const box = await (await page.$('button'))?.boundingBox()
  if (!box) throw new Error('there is no button')
  const touch = await page.touchscreen.touchStart(box.x + box.width / 2, box.y + box.height / 2)
  await wait(TOUCH_MS)
  await touch.end()
}

export const DEPLOYED: Embed = { page: 'deployed', act: press }

/** The ways to embed that are measured against the deployed one, and what is asked of their ratios. */
export const EMBEDS: readonly (Embed & { readonly name: string; readonly form?: number; readonly payable?: number })[] =
  [
    { name: 'element', page: 'element', act: press },
    { name: 'element with server-rendered tags', page: 'element with server-rendered tags', act: press },
    { name: `element, ${HOVER_MS} ms after hover`, page: 'element', act: hoverAndPress, form: 0.15, payable: 0.35 },
    {
      name: 'element with preload="frame"',
      page: 'element with preload="frame"',
      act: press,
      form: 0.08,
      payable: 0.35,
    },
    { name: `element, ${TOUCH_MS} ms after touch`, page: 'element', act: tap, payable: 0.35 },
  ]
