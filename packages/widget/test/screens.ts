import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { CARDS, pay } from './support/buyer.ts'
import { SCREENS } from './support/screens.ts'
import { showScreen } from './support/show-screen.ts'
import { createRedirect, openStage, type Stage } from './support/stage.ts'

// Pictures of every screen, in a phone's and a desk's width, light and dark: `node --run screens` in this package;
// COINSLOT_SCREENS names another folder for them.

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } } as const
const SCHEMES = ['light', 'dark'] as const

const folder = resolve(process.env['COINSLOT_SCREENS'] ?? join(import.meta.dirname, '..', 'test-results', 'screens'))

const everyLook = (): readonly (readonly [string, BrowserContextOptions])[] =>
  Object.entries(WIDTHS).flatMap(([device, viewport]) =>
    SCHEMES.map((colorScheme) => [`${device}-${colorScheme}`, { viewport, colorScheme }] as const),
  )

const inWidget = async (stage: Stage): Promise<void> => {
  for (const [look, options] of everyLook()) {
    for (const screen of SCREENS.filter(({ name }) => name !== 'challenge')) {
      const { page, context } = await showScreen(stage, screen, options)
      await page.screenshot({
        path: join(folder, `${screen.name}-${look}.png`),
        fullPage: true,
        animations: 'disabled',
      })
      await context.close()
    }
  }
}

const onHostedPage = async (stage: Stage): Promise<void> => {
  for (const [look, options] of everyLook()) {
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
  await onHostedPage(stage)
  await inEveryLanguage(stage)
  expect((await readdir(folder)).filter((name) => name.endsWith('.png')).length).toBeGreaterThanOrEqual(
    SCREENS.length * 4,
  )
  console.log(`The pictures are in ${folder}`)
})
