import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** What passes is not gathered: naming each of its elements takes longer than looking at it. */
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  iframes: false,
}

interface Axe {
  run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** What axe finds on a page that it has been put into. */
const findViolations = (page: Page): Promise<string[]> =>
  page.evaluate(async (options) => {
    const tool: Axe = Reflect.get(window, 'axe')
    const { violations } = await tool.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, OPTIONS)

const HEIGHT = 900
const WIDTHS = [390, 1280] as const
/** What a page opens with that is to be looked at: its policy is set aside, as Trusted Types keep even axe out. */
export const LOOKED_AT = { bypassCSP: true, viewport: { width: WIDTHS[0], height: HEIGHT } } as const

/** Until what has changed is drawn. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/**
 * Expects that axe finds nothing on a page, as narrow as a phone and wide, in light and in dark, and that it does not scroll
 * sideways. The page's context is opened with `LOOKED_AT`.
 */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  await page.addScriptTag({ path: FILE })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await drawn(page)
      expect(await findViolations(page), `${name}, ${width} px wide, ${colorScheme}`).toEqual([])
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${name} scrolls sideways, ${width} px wide`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(LOOKED_AT.viewport)
}
