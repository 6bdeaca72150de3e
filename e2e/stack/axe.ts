import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Axe {
  run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** What axe finds on a page; its context has to set the page's policy aside. */
export const findViolations = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: FILE })
  return page.evaluate(async (tags) => {
    const tool: Axe = Reflect.get(window, 'axe')
    const { violations } = await tool.run(document, { runOnly: tags, iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, TAGS)
}
