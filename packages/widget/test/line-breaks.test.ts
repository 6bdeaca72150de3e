import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateMerchant } from '../../service/src/auth/merchant-store.ts'
import { openFileStage } from './support/file-stage.ts'
import { SCREENS } from './support/screens.ts'
import { showScreen } from './support/show-screen.ts'
import { payView } from './support/views.ts'

const stage = await openFileStage()

const screen = (name: string) => {
  const found = SCREENS.find((each) => each.name === name)
  if (!found) throw new Error(`there is no screen ${name}`)
  return found
}

/** How many lines each occurrence of the pattern takes in the element. */
const linesOf = (element: Locator, pattern: RegExp): Promise<readonly number[]> =>
  element.evaluate((root, source) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const part = document.createRange()
    const lines: number[] = []
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      for (const { index, 0: match } of text.data.matchAll(new RegExp(source, 'gu'))) {
        part.setStart(text, index)
        part.setEnd(text, index + match.length)
        lines.push(new Set(Array.from(part.getClientRects(), ({ top }) => Math.round(top))).size)
      }
    }
    return lines
  }, pattern.source)

const treasure = {
  title: 'Legendary treasure',
  description: null,
  amount: '9.99',
  currency: 'USD',
  picture: null,
} as const

const PHONE_WIDTHS = [320, 344, 360, 375, 390, 412, 430]

test.each([
  ['the largest size of a file', 'en', 'kyc-documents', /8\sMB/],
  ['a phone number', 'en', 'kyc-identity', /\+[\d\s]+\d/],
  ['a phone number', 'de', 'kyc-identity', /\+[\d\s]+\d/],
  ['a phone number', 'ja', 'kyc-identity', /\+[\d\s]+\d/],
  ['“was not approved”', 'ja', 'declined', /承認されませんでした/],
])('%s stays on one line on phones of every width, in %s', async (_what, lang, name, pattern) => {
  const { page, frame } = await showScreen(stage, screen(name), { shop: { lang } })
  for (const width of PHONE_WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await linesOf(frame.locator('main'), pattern), `${width} px`).toEqual([1])
  }
})

const WORD = /[^\s\-–/]+/

test.each([
  ['a title', 'en', { name: 'pay', view: payView({ item: treasure }) }, 'h1', WORD],
  ['the heading of a step', 'de', screen('kyc-documents'), 'h1', WORD],
  ['the button of an upload', 'de', screen('kyc-documents'), '.drop', WORD],
])(
  '%s is not broken inside a word at 320 pixels with text at 200 %, in %s',
  async (_what, lang, shown, part, pattern) => {
    const { frame } = await showScreen(stage, shown, { viewport: { width: 320, height: 640 }, shop: { lang } })
    await frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
    expect(new Set(await linesOf(frame.locator(part).first(), pattern))).toEqual(new Set([1]))
  },
)

test('the lines of an upload’s button stand in the middle, below its sign', async () => {
  const { frame } = await showScreen(stage, screen('kyc-documents'), {
    viewport: { width: 320, height: 640 },
    shop: { lang: 'de' },
  })
  const [middle, ...lines] = await frame
    .locator('.drop')
    .nth(1)
    .evaluate((drop) => {
      const text = document.createRange()
      text.selectNodeContents(drop.querySelector('span') as Element)
      return [drop.getBoundingClientRect(), ...text.getClientRects()].map(({ left, right }) => (left + right) / 2)
    })
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(Math.abs(line - (middle ?? 0))).toBeLessThan(2)
})

test('the cross of Close stays clear of a long heading on phones of every width with text at 200 %', async () => {
  const { page, frame } = await showScreen(stage, screen('kyc-identity'), { shop: { lang: 'ja' } })
  await frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
  for (const width of PHONE_WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const cross = await frame.locator('.close svg').boundingBox()
    const title = await frame.getByRole('heading', { level: 1 }).boundingBox()
    expect(title?.y, `${width} px`).toBeGreaterThanOrEqual((cross?.y ?? 0) + (cross?.height ?? 0))
  }
})

test('who charges, and on what terms, fits 320 pixels with text at 200 %, each line in the middle', async () => {
  await updateMerchant(stage.service.deps.db, stage.service.merchant.merchantId, {
    displayName: 'Emberfall Interactive Entertainment (Deutschland)',
    termsUrl: 'https://shop.test/terms',
    privacyUrl: 'https://shop.test/privacy',
  })
  // Clients are remembered for four seconds.
  stage.service.clock.advance(5_000)
  const { frame } = await showScreen(stage, screen('pay'), {
    viewport: { width: 320, height: 640 },
    shop: { lang: 'de' },
  })
  await frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
  expect(await frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0)
  const middles = await frame.getByRole('banner').evaluate((header) => {
    const name = document.createRange()
    name.selectNodeContents(header.querySelector('bdi') as Element)
    return [header.getBoundingClientRect(), ...name.getClientRects()].map(({ left, right }) => (left + right) / 2)
  })
  expect(middles.length).toBeGreaterThan(2)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(6)
})
