import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { CARDS, pay } from './support/buyer.ts'
import { SCREENS } from './support/screens.ts'
import { showScreen } from './support/show-screen.ts'
import { startElementShop } from './journeys/element-shop.ts'
import { createIntent, createRedirect, openStage, type Stage } from './support/stage.ts'

// Pictures of every screen, in a phone's and a desk's width, light and dark, and as few have it: 320 px with text at 200 %, a phone
// on its side with the keyboard open, forced colours, reduced motion. `node --run screens` in this package; COINSLOT_SCREENS
// names another folder for them, COINSLOT_LOOK one look alone.

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } } as const
const SCHEMES = ['light', 'dark'] as const

interface Look extends BrowserContextOptions {
  /** Of the browser's own text size, in percent. */
  readonly text?: number
}

const ORDINARY: readonly (readonly [string, Look])[] = Object.entries(WIDTHS).flatMap(([device, viewport]) =>
  SCHEMES.map((colorScheme) => [`${device}-${colorScheme}`, { viewport, colorScheme }] as const),
)

/** What few have, and must be able to use as well. */
const HARD: readonly (readonly [string, Look])[] = [
  ['narrow-200', { viewport: { width: 320, height: 640 }, text: 200 }],
  // A phone on its side leaves this much above its keyboard.
  ['landscape-keyboard', { viewport: { width: 740, height: 180 } }],
  ['forced-colours', { viewport: WIDTHS.phone, forcedColors: 'active' }],
  ['reduced-motion', { viewport: WIDTHS.phone, reducedMotion: 'reduce' }],
]

const folder = resolve(process.env['COINSLOT_SCREENS'] ?? join(import.meta.dirname, '..', 'test-results', 'screens'))
/** The name of one look, for a second look at it. */
const only = process.env['COINSLOT_LOOK']
const LOOKS = [...ORDINARY, ...HARD].filter(([look]) => only === undefined || look === only)

const inWidget = async (stage: Stage): Promise<void> => {
  for (const [look, { text = 100, ...options }] of LOOKS) {
    for (const screen of SCREENS.filter(({ name }) => name !== 'challenge')) {
      const { page, frame, context } = await showScreen(stage, screen, options)
      await frame.locator('html').evaluate((root, size) => (root.style.fontSize = `${size}%`), text)
      // What is shown is what a buyer sees who has come to the box, or to the heading.
      const isLow = look === 'landscape-keyboard'
      const box = frame.locator('input:not([type=hidden])')
      if (isLow) await ((await box.count()) > 0 ? box : frame.locator('h1')).first().focus()
      await page.screenshot({
        path: join(folder, `${screen.name}-${look}.png`),
        fullPage: !isLow,
        animations: 'disabled',
      })
      await context.close()
    }
  }
}

const onHostedPage = async (stage: Stage): Promise<void> => {
  for (const [look, options] of ORDINARY) {
    const context = await stage.browser.newContext({ locale: 'en-US', ...options })
    const page = await context.newPage()
    await page.goto(await createRedirect(stage))
    await page.getByRole('button', { name: 'Pay $9.99' }).waitFor()
    await page.screenshot({ path: join(folder, `hosted-${look}.png`), animations: 'disabled' })
    await pay(page, CARDS.challenged)
    await page.frameLocator('iframe').getByRole('textbox', { name: 'Password' }).waitFor()
    await page.screenshot({ path: join(folder, `hosted-challenge-${look}.png`), animations: 'disabled' })
    await context.close()
  }
}

const inEveryLanguage = async (stage: Stage): Promise<void> => {
  const [pay] = SCREENS
  for (const lang of ['de', 'fr', 'es', 'pt', 'ja', 'ar']) {
    if (!pay) return
    const { page, context } = await showScreen(stage, pay, { viewport: WIDTHS.phone, shop: { lang } })
    await page.screenshot({ path: join(folder, `language-${lang}.png`), animations: 'disabled' })
    await context.close()
  }
}

test('every screen is pictured', { timeout: 600_000 }, async () => {
  await mkdir(folder, { recursive: true })
  const stage = await openStage()
  onTestFinished(() => stage.close())
  await inWidget(stage)
  if (only === undefined) {
    await onHostedPage(stage)
    await inEveryLanguage(stage)
  }
  const pictures = (await readdir(folder)).filter((name) => name.endsWith('.png'))
  expect(pictures.length).toBeGreaterThanOrEqual((SCREENS.length - 1) * LOOKS.length)
  console.log(`The pictures are in ${folder}`)
})

const SLOW_MS = 700

test('a purchase on a slow network is filmed', { timeout: 300_000 }, async () => {
  const film = join(folder, 'film')
  await mkdir(film, { recursive: true })
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const shop = await startElementShop(stage)
  onTestFinished(() => shop.close())
  const context = await stage.browser.newContext({ locale: 'en-US', viewport: WIDTHS.phone })
  await context.route('**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    await route.continue().catch(() => undefined)
  })
  const page = await context.newPage()
  let pictures = 0
  let last: Buffer = Buffer.alloc(0)
  const record = async (isOver: () => Promise<boolean>): Promise<void> => {
    do {
      const picture = await page.screenshot()
      if (picture.equals(last)) continue
      await writeFile(join(film, `${String(pictures).padStart(2, '0')}.png`), picture)
      pictures += 1
      last = picture
    } while (!(await isOver()))
  }
  const frame = page.frameLocator('dialog iframe')
  const isShown = (name: string) => () => frame.getByRole('button', { name }).isVisible()
  await page.goto(shop.url(await createIntent(stage)), { waitUntil: 'commit' })
  await record(isShown('Pay $9.99'))
  await pay(frame, CARDS.challenged)
  await record(() => frame.frameLocator('iframe').getByRole('textbox', { name: 'Password' }).isVisible())
  await frame.frameLocator('iframe').getByRole('textbox', { name: 'Password' }).fill('1234')
  await frame.frameLocator('iframe').getByRole('button', { name: 'Confirm' }).click()
  await record(isShown('Done'))
  await record(isShown('Done'))
  expect(pictures).toBeGreaterThan(8)
})
