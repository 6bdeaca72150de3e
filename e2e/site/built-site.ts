import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { ROOT } from '../stack/running-process.ts'

const SITE = join(ROOT, 'packages', 'site', 'dist')
export const ORIGIN = 'http://site.test'

/** Paths on the site. */
export const everyPage = globSync('**/*.html', { cwd: SITE })
  .map((file) => file.replace(/(index)?\.html$/, ''))
  .filter((path) => path !== '404')
/** Pages that are written; those of every export are made by TypeDoc. */
const pages = everyPage.filter((path) => !/^reference\/\w+-api\//.test(path))

const PAGES_OF_A_TEST = 10
/** The written pages, some at a time: all of them take minutes on a machine with much else to do. */
export const batches = Array.from({ length: Math.ceil(pages.length / PAGES_OF_A_TEST) }, (_, batch) =>
  pages.slice(batch * PAGES_OF_A_TEST, (batch + 1) * PAGES_OF_A_TEST),
)

export const fileOf = (path: string): string => {
  const name = path === '/' || path.endsWith('/') ? `${path}index.html` : path
  return join(SITE, /\.\w+$/.test(name) ? name : `${name}.html`)
}

/** Serves the built site to a page. @returns what that has cost, compressed. */
export const serve = async (page: Page): Promise<{ readonly gzippedBytes: () => number }> => {
  const served: string[] = []
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = fileOf(decodeURIComponent(new URL(route.request().url()).pathname))
    served.push(path)
    await route.fulfill({ path })
  })
  return { gzippedBytes: () => served.reduce((bytes, path) => bytes + gzipSync(readFileSync(path)).length, 0) }
}

/** Opens a page of the site, up to where its buttons and keys do something: its code may come after all else. */
export const openAlive = async (page: Page, path: string): Promise<void> => {
  await serve(page)
  await page.goto(`${ORIGIN}/${path}`)
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
}
