import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Axe {
  run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** What axe finds on a page that it has been put into. */
const findViolations = (page: Page): Promise<string[]> =>
  page.evaluate(async (tags) => {
    const tool: Axe = Reflect.get(window, 'axe')
    const { violations } = await tool.run(document, { runOnly: tags, iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, TAGS)

/**
 * Expects that axe finds nothing on a page, in light and in dark, and that it does not scroll sideways. The page's context
 * has to set its policy aside: Trusted Types keep even axe out.
 */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  await page.addScriptTag({ path: FILE })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await findViolations(page), `${name}, ${colorScheme}`).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
}
