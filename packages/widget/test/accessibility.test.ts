import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { beforeAll, expect, test } from 'vitest'
import { type Color, contrast } from '../src/page/theme/color.ts'
import { heading } from './support/buyer.ts'
import { checkoutFrame } from './support/checkout-frame.ts'
import { SCREENS } from './support/screens.ts'
import { showScreen } from './support/show-screen.ts'
import { openFileStage } from './support/file-stage.ts'
import type { Visit } from './support/stage.ts'

const stage = await openFileStage()

let visit: Visit
let axe: string
beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})

const screen = (name: string) => {
  const found = SCREENS.find((each) => each.name === name)
  if (!found) throw new Error(`there is no screen ${name}`)
  return found
}

/** axe in the frame's own document; the debugger puts it there past the page's policy. */
const violations = async (): Promise<readonly string[]> => {
  const frame = checkoutFrame(visit.page)
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe)
  const results = await frame.evaluate(
    (tags) =>
      (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        runOnly: tags,
        resultTypes: ['violations'],
        iframes: false,
      }),
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  )
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

test.each(SCREENS)('$name has no violation of WCAG 2.2 AA, light and dark', async (each) => {
  visit = await showScreen(stage, each)
  expect(await violations()).toEqual([])
  await visit.page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations()).toEqual([])
})

test.each(['pay-pending', 'pay-errors', 'kyc-address', 'kyc-documents', 'kyc-phone', 'approved'])(
  '%s fits 320 pixels with text at 200 %, without scrolling sideways',
  async (name) => {
    visit = await showScreen(stage, screen(name), { viewport: { width: 320, height: 640 } })
    await visit.frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
    const overflow = await visit.frame.locator('html').evaluate((root) => {
      const tooWide = [...root.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth,
      )
      return [root.scrollWidth - root.clientWidth, ...tooWide.map((element) => element.outerHTML)]
    })
    expect(overflow).toEqual([0])
  },
)

test('a card number at 320 pixels with text at 200 % shows most of its digits, and the rest with the caret', async () => {
  visit = await showScreen(stage, screen('pay'), { viewport: { width: 320, height: 640 } })
  await visit.frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
  const box = visit.frame.getByRole('textbox', { name: 'Card number' })
  await box.pressSequentially('4111111111111111')
  expect(await box.inputValue()).toBe('4111 1111 1111 1111')
  const look = () =>
    box.evaluate((element: HTMLInputElement) => {
      const style = getComputedStyle(element)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = style.font
      const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      const left = element.scrollLeft
      return {
        digits: Math.floor(room / (pen?.measureText('0').width ?? 1)),
        isStartSeen: left === 0,
        isEndSeen: left + element.clientWidth >= element.scrollWidth - 1,
      }
    })
  expect(await look()).toMatchObject({ isEndSeen: true })
  expect((await look()).digits).toBeGreaterThanOrEqual(12)
  await box.press('Home')
  expect(await look()).toMatchObject({ isStartSeen: true })
})

test('the brand of a card stands beside its number at 320 pixels, and hides no digit', async () => {
  visit = await showScreen(stage, screen('pay'), { viewport: { width: 320, height: 640 } })
  const box = visit.frame.getByRole('textbox', { name: 'Card number' })
  await box.pressSequentially('4111111111111111')
  const number = await box.boundingBox()
  const brand = await visit.frame.locator('.mark-slot').boundingBox()
  expect(brand?.x).toBeGreaterThanOrEqual((number?.x ?? 0) + (number?.width ?? 0))
  expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test.each(['kyc-pending', 'approved', 'message'])(
  'the heading of %s at 320 pixels with text at 200 % breaks between its words alone',
  async (name) => {
    visit = await showScreen(stage, screen(name), { viewport: { width: 320, height: 640 } })
    await visit.frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
    const linesOfWords = await visit.frame.locator('h1').evaluate((title) => {
      const text = title.lastChild as Text
      const word = document.createRange()
      return [...text.data.matchAll(/\S+/g)].map(({ index, 0: { length } }) => {
        word.setStart(text, index)
        word.setEnd(text, index + length)
        return word.getClientRects().length
      })
    })
    expect(new Set(linesOfWords)).toEqual(new Set([1]))
  },
)

test.each(['pay', 'pay-pending'])('forced colours keep the edges of boxes and buttons on %s', async (name) => {
  visit = await showScreen(stage, screen(name), { forcedColors: 'active' })
  const edges = await visit.frame
    .locator('.box, .primary')
    .evaluateAll((elements) =>
      elements
        .map((element) => getComputedStyle(element))
        .map((style) => `${style.borderTopStyle} ${style.borderTopWidth}`),
    )
  expect(edges).toHaveLength(5)
  expect(new Set(edges)).toEqual(new Set(['solid 1px']))
  expect(await violations()).toEqual([])
})

test.each(['approved', 'declined', 'expired', 'message'])(
  'forced colours draw the mark of %s in the colour of the text, without a filling',
  async (name) => {
    visit = await showScreen(stage, screen(name), { forcedColors: 'active' })
    const mark = visit.frame.locator('.mark')
    const colourOf = (element: Element): string => getComputedStyle(element).color
    expect(await mark.evaluate(colourOf)).toBe(await visit.frame.locator('h1').evaluate(colourOf))
    expect(await mark.locator('.disc').evaluate((disc) => getComputedStyle(disc).fill)).toBe('none')
  },
)

test('forced colours draw what stands for a text that is to come in the colour of the text', async () => {
  visit = await showScreen(stage, screen('pay-pending'), { forcedColors: 'active' })
  const text = await visit.frame
    .locator('label')
    .first()
    .evaluate((label) => getComputedStyle(label).color)
  const colours = await visit.frame
    .locator('body')
    .evaluate(() => [
      getComputedStyle(document.querySelector('.blank') as Element, '::after').borderTopColor,
      getComputedStyle(document.querySelector('#card-number') as Element, '::placeholder').color,
    ])
  expect(colours).toEqual([text, text])
})

test('forced colours leave the ring of what is under way open, so that it is seen to turn', async () => {
  visit = await showScreen(stage, screen('processing'), { forcedColors: 'active' })
  const [ring, gap] = await visit.frame
    .locator('.spinner')
    .evaluate((spinner) => [getComputedStyle(spinner).borderTopColor, getComputedStyle(spinner).borderRightColor])
  expect(gap).not.toBe(ring)
})

const color = (css = ''): Color => (css.match(/\d+/g) ?? []).map(Number) as unknown as Color

test.each(['light', 'dark'] as const)(
  'the edges of what stands on a ground of its own are 3 to 1, %s',
  async (colorScheme) => {
    visit = await showScreen(stage, screen('kyc-phone'), { colorScheme })
    const [ground, ...edges] = await visit.frame
      .locator('.phone')
      .evaluate((panel) => [
        getComputedStyle(panel).backgroundColor,
        ...Array.from(panel.querySelectorAll('.box, .secondary'), (each) => getComputedStyle(each).borderTopColor),
      ])
    expect(edges).toHaveLength(2)
    for (const edge of edges) expect(contrast(color(edge), color(ground))).toBeGreaterThanOrEqual(3)
  },
)

test.each(['light', 'dark'] as const)(
  'more contrast, if it is asked for, is 7 to 1 and more, %s',
  async (colorScheme) => {
    visit = await showScreen(stage, screen('pay'), { contrast: 'more', colorScheme })
    const [ground, ...inks] = await visit.frame.locator('main').evaluate((card) => {
      const styleOf = (selector: string) => getComputedStyle(card.querySelector(selector) as Element)
      const { backgroundColor, borderTopColor } = getComputedStyle(card)
      return [backgroundColor, borderTopColor, styleOf('.description').color, styleOf('.box').borderTopColor]
    })
    for (const ink of inks) expect(contrast(color(ink), color(ground))).toBeGreaterThanOrEqual(7)
  },
)

test.each([
  ['pay-errors', '.error'],
  ['pay-countdown', '.countdown'],
  ['kyc-documents', '.upload.done .drop'],
] as const)('with more contrast what is coloured on %s is 7 to 1 and more as well, %s', async (name, selector) => {
  visit = await showScreen(stage, screen(name), { contrast: 'more', colorScheme: 'light' })
  const [ink, ...grounds] = await visit.frame
    .locator(selector)
    .first()
    .evaluate((element) => {
      const grounds: string[] = []
      for (let each: Element | null = element; each; each = each.parentElement)
        grounds.push(getComputedStyle(each).backgroundColor)
      return [getComputedStyle(element).color, ...grounds]
    })
  const ground = grounds.find((each) => !each.endsWith(', 0)'))
  expect(contrast(color(ink), color(ground))).toBeGreaterThanOrEqual(7)
})

test('what an identity check asks for is a sentence of its own to screen readers', async () => {
  visit = await showScreen(stage, screen('kyc-email'))
  const devTools = await visit.context.newCDPSession(visit.page)
  const { frameTree } = await devTools.send('Page.getFrameTree')
  const frameId = frameTree.childFrames?.find(({ frame }) => frame.url.includes('/checkout/frame/'))?.frame.id
  const { nodes } = await devTools.send('Accessibility.getFullAXTree', { ...(frameId && { frameId }) })
  const box = nodes.find(({ name }) => name?.value === 'Email address')
  expect(box?.description?.value).toContain('who you are. 4 steps:')
})

test('reduced motion stops transitions', async () => {
  visit = await showScreen(stage, screen('pay'), { reducedMotion: 'reduce' })
  const box = visit.frame.locator('.box').first()
  expect(await box.evaluate((element) => getComputedStyle(element).transitionProperty)).toBe('none')
})

test('every target of the pointer is at least 24 pixels, the buttons 44', async () => {
  visit = await showScreen(stage, screen('kyc-code'))
  await heading(visit.frame, 'Enter your code').waitFor()
  const heights = await visit.frame
    .locator('button')
    .evaluateAll((buttons) => buttons.map((button) => button.clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(42)
})

test('a receipt is printed dark on light, whatever the screen and the merchant have chosen', async () => {
  visit = await showScreen(stage, screen('approved'), { colorScheme: 'dark' })
  const ink = () => visit.frame.getByRole('heading').evaluate((element) => getComputedStyle(element).color)
  expect(await ink()).toBe('rgb(242, 244, 248)')
  await visit.page.emulateMedia({ media: 'print' })
  expect(await ink()).toBe('rgb(20, 23, 31)')
  await visit.frame.locator('html').evaluate((root) => (root.dataset['scheme'] = 'dark'))
  expect(await ink()).toBe('rgb(20, 23, 31)')
})
