import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import { countShifts } from '../stack/count-shifts.ts'
import { batches, everyPage, fileOf, openAlive, ORIGIN, serve } from './built-site.ts'

const FIRST_PAGE_BYTES = 200 * 1024
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Axe {
  run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** What axe finds in the page as it stands, and whether it scrolls sideways. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: axe })
  return page.evaluate(async () => {
    const tool: Axe = Reflect.get(window, 'axe')
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await tool.run(document, { runOnly: tags, resultTypes: ['violations'] })
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    const isWider = document.documentElement.scrollWidth > innerWidth
    return isWider ? [...found, 'it scrolls sideways'] : found
  })
}

/** One of each kind that looks different: hero, prose with a picture, files of code, wide tables, long tables. */
const SAMPLE = ['', 'start/overview', 'guides/react', 'reference/errors', 'understand/decisions']

for (const { name, colorScheme, width, paths } of [
  ...batches.map((paths) => {
    const name = `/${paths.at(0)} to /${paths.at(-1)}`
    return { name, colorScheme: 'light', width: 390, paths } as const
  }),
  { name: 'a sample', colorScheme: 'dark', width: 1280, paths: SAMPLE } as const,
]) {
  test(`the site’s pages, ${name}, pass axe and fit, ${colorScheme}, ${width} px wide`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    await serve(page)
    const faults: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(`${ORIGIN}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const found = await faultsOf(page)
      if (found.length > 0) faults[path] = found
    }
    expect(faults).toEqual({})
    await context.close()
  })
}

test('the first page weighs less than 200 KB, compressed', async ({ page }) => {
  const { gzippedBytes } = await serve(page)
  await page.goto(ORIGIN, { waitUntil: 'networkidle' })
  expect(gzippedBytes()).toBeLessThan(FIRST_PAGE_BYTES)
  console.log(`The site's first page: ${(gzippedBytes() / 1024).toFixed(1)} KB compressed`)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the first screen shows what it is about, ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } })
    await serve(page)
    const shifted = await countShifts(page)
    await page.goto(ORIGIN)
    const checkout = page.getByRole('img', { name: 'The checkout, with an item' })
    await expect(checkout).toHaveCount(1)
    await expect(checkout).toBeInViewport({ ratio: 1 })
    await expect(checkout).toHaveJSProperty('complete', true)
    expect(await checkout.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc)).toContain(colorScheme)
    expect(await shifted()).toBeLessThan(0.01)
    await page.close()
  })
}

test('every link to a place in a page leads to one', () => {
  const markupOf = new Map(everyPage.map((path) => [`/${path}`, readFileSync(fileOf(`/${path}`), 'utf8')]))
  const lost: string[] = []
  for (const [path, markup] of markupOf) {
    const links = Array.from(markup.matchAll(/href="([^"]*#[^"]+)"/g), ([, link = '']) => link)
    for (const link of new Set(links)) {
      const { origin, pathname, hash } = new URL(link, ORIGIN + path)
      if (origin !== ORIGIN) continue
      if (!markupOf.get(pathname)?.includes(`id="${decodeURIComponent(hash.slice(1))}"`)) lost.push(`${path}: ${link}`)
    }
  }
  expect(lost).toEqual([])
})

test('beside a page the list of its headings shows all of each', async ({ page }) => {
  await openAlive(page, 'start/overview')
  const inList = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(inList.filter({ hasText: 'What you decide, and what you need not' })).toBeVisible()
  expect(await inList.evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth))).toEqual([])
})

test('a reader without a network finds pages by their words', async ({ page }) => {
  await openAlive(page, 'start/overview')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('idempotency')
  await expect(page.getByRole('option').first()).toBeVisible()
  const told = page.getByRole('status').filter({ hasText: 'No results for "xyzzy"' })
  await page.getByRole('searchbox').fill('xyzzy')
  await expect(told).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(told).toHaveCount(0)
})

test('on a phone the keyboard passes over the list of pages until that is opened', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAlive(page, 'guides/webhooks')
  const inList = page.getByRole('link', { name: 'Script tag', exact: true })
  await page.getByRole('button', { name: 'On this page' }).focus()
  await expect(inList).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.locator('main a:focus')).toBeInViewport()
  await page.getByRole('button', { name: 'Pages' }).press('Enter')
  await expect(inList).toBeVisible()
})

test('who leaves the search is where they were', async ({ page }) => {
  await openAlive(page, 'guides/express')
  for (const before of [
    page.getByRole('button', { name: 'Search' }).first(),
    page.getByRole('link', { name: 'a guide of its own' }),
  ]) {
    await before.focus()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(before).toBeFocused()
  }
})

test('on a phone Escape takes who is in the list of headings back to its button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAlive(page, 'guides/webhooks')
  const button = page.getByRole('button', { name: 'On this page' })
  await button.press('Enter')
  await page.getByRole('link', { name: 'With the handler', exact: true }).last().focus()
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(button).toBeFocused()
})

test('the search names what is written for readers before the exports that use the same words', async ({ page }) => {
  await openAlive(page, 'start/overview')
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('declined card')
  await expect(page.getByRole('option').first()).toContainText('Test cards and values')
})

/** What newcomers type, and where it is answered. */
const SEARCHED = {
  'getting started': '/start/first-purchase',
  'test card': '/reference/test-values',
  nextjs: '/guides/nextjs',
  '3ds': '/reference/test-values',
  otp: '/reference/test-values',
  ssr: '/guides/react',
  yarn: '/start/first-purchase',
  unity: '/guides/redirect',
  webview: '/guides/csp',
  'ad blocker': '/guides/csp',
  ngrok: '/guides/webhooks',
  'webhook not received': '/guides/webhooks',
  'clientId must be a non-empty string': '/reference/errors',
  'port already in use': '/reference/errors',
  'apple pay': '/start/overview',
  refund: '/start/overview',
  coupon: '/start/overview',
  'kyc level': '/guides/identity',
  gdpr: '/guides/operating',
  'self host': '/guides/going-live',
}

test('what a newcomer types is answered among the first three that the search names', async ({ page }) => {
  await openAlive(page, 'start/overview')
  await page.getByRole('button', { name: 'Search' }).first().click()
  for (const [words, answer] of Object.entries(SEARCHED)) {
    await page.getByRole('searchbox').fill(words)
    const links = page.getByRole('option').locator('a')
    const pagesFound = async () => {
      const found = await links.evaluateAll((all) => all.slice(0, 3).map((each) => each.getAttribute('href')))
      return found.map((href) => href?.replace(/(\.html)?#.*/, ''))
    }
    await expect.poll(pagesFound, words).toContain(answer)
  }
})

test('the picture of the parts has letters on a phone that can be read', async ({ page }) => {
  await serve(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${ORIGIN}/start/overview`)
  const picture = page.getByRole('img', { name: 'The merchant' })
  await expect(picture).toBeVisible()
  const scale = await picture.evaluate((image: HTMLImageElement) => image.width / image.naturalWidth)
  expect(13 * scale, 'pixels of its smallest letters').toBeGreaterThan(11)
})

test('every page is named by what is on it, and one that does not exist says what to do', async ({ page }) => {
  const titles = everyPage.map((path) => /<title>([^<]*)/.exec(readFileSync(fileOf(`/${path}`), 'utf8'))?.[1] ?? '')
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles).toEqual(expect.arrayContaining(['Exports of @coinslot/node/express | Coinslot']))
  expect(titles.filter((title) => /^(index|adapters)\b/.test(title))).toEqual([])
  await serve(page)
  await page.goto(`${ORIGIN}/404`)
  await expect(page.getByText('Search for a word of it')).toBeVisible()
})

test('an option of a command, or the number of a card, stands on one line', async ({ page }) => {
  await serve(page)
  await page.setViewportSize({ width: 360, height: 640 })
  const linesOf = (pattern: RegExp) =>
    page.evaluate((wanted) => {
      const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
      const counts: Record<string, number> = {}
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.parentElement?.closest('code') == null) continue
        for (const { 0: found, index } of (node.textContent ?? '').matchAll(wanted)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + found.length)
          counts[found] = range.getClientRects().length
        }
      }
      return counts
    }, pattern)
  await page.goto(`${ORIGIN}/guides/dashboard`)
  expect(await linesOf(/(?<!\S)--\w\S*/g)).toMatchObject({ '--operator': 1, '--json': 1, '--merchant': 1 })
  await page.goto(`${ORIGIN}/reference/test-values`)
  expect(await linesOf(/\d{4}(?: \d{4}){3}/g)).toMatchObject({ '4111 1111 1111 1111': 1 })
  await page.setViewportSize({ width: 220, height: 640 })
  await page.goto(`${ORIGIN}/understand/performance`)
  const code = page.locator('code', { hasText: '--conditions=@coinslot/source' }).first()
  await expect.poll(() => code.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(220)
})

test('a page is printed dark on white, alone, with its code whole', async ({ browser }) => {
  const page = await browser.newPage({ colorScheme: 'dark', viewport: { width: 700, height: 900 } })
  await serve(page)
  await page.goto(`${ORIGIN}/guides/react`)
  const text = page.getByRole('main').getByRole('paragraph').first()
  await expect(page.locator('html')).toHaveClass('dark')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(text).toHaveCSS('color', 'rgb(60, 60, 67)')
  await expect(page.getByRole('button', { name: 'Search' }).first()).toBeHidden()
  const tooWide = await page
    .locator('main pre')
    .evaluateAll((blocks) => blocks.filter((block) => block.scrollWidth > block.clientWidth))
  expect(tooWide.length).toBe(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(text).toHaveCSS('color', 'rgb(223, 223, 214)')
  await page.close()
})

test('in forced colours the signs of a phone’s buttons are seen', async ({ browser }) => {
  const page = await browser.newPage({ forcedColors: 'active', viewport: { width: 390, height: 844 } })
  await openAlive(page, 'reference/element')
  for (const name of ['Search', 'Menu', 'Pages']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.hover()
    const seen = await button.screenshot({ animations: 'disabled' })
    await button.locator('span').evaluateAll((signs) => {
      for (const sign of signs) if (sign.textContent === '') (sign as HTMLElement).style.visibility = 'hidden'
    })
    expect(seen.equals(await button.screenshot({ animations: 'disabled' })), name).toBe(false)
  }
})

test('in forced colours the page that one is on stands out among the links', async ({ browser }) => {
  const page = await browser.newPage({ forcedColors: 'active' })
  await openAlive(page, 'guides/react')
  const list = page.getByRole('navigation', { name: 'Sidebar Navigation' })
  for (const [name, line] of [
    ['React', 'underline'],
    ['Webhooks', 'none'],
  ] as const) {
    await expect(list.getByRole('link', { name, exact: true })).toHaveCSS('text-decoration-line', line)
  }
  await page.close()
})

test('how far a benchmark came is seen in forced colours, and on paper', async ({ browser }) => {
  const page = await browser.newPage({ forcedColors: 'active' })
  await openAlive(page, 'understand/performance')
  const [reached, short] = [page.locator('.bench-bar').first(), page.locator('.bench-short').first()]
  expect((await reached.screenshot()).equals(await short.screenshot())).toBe(false)
  await expect(reached).toHaveCSS('print-color-adjust', 'exact')
  await page.close()
})

test('without scripts every page leads to the others on a phone, and nothing asks to be pressed in vain', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
  await serve(page)
  await page.goto(`${ORIGIN}/guides/react`)
  await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
  await expect(page).toHaveURL(`${ORIGIN}/guides/webhooks`)
  await page.close()
})

test('without scripts an address that there is not says so, and leads to the start', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await serve(page)
  await page.goto(`${ORIGIN}/404`)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page.getByRole('link', { name: 'To the start' }).click()
  await expect(page).toHaveURL(`${ORIGIN}/`)
  await page.close()
})

test('who copies code by the keyboard is told that it was copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await openAlive(page, 'guides/react')
  const copy = page.getByRole('button', { name: 'Copy code' }).first()
  await copy.focus()
  await expect(copy).toHaveCSS('opacity', '1')
  await copy.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
})

test('a table that is wider than a phone says so, and is scrolled by the keyboard', async ({ page }) => {
  await serve(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${ORIGIN}/reference/environment`)
  const table = page.getByRole('region', { name: 'Table: variable, default, what it is' })
  await table.focus()
  await expect(table).toHaveAttribute('data-after')
  await expect(table).not.toHaveAttribute('data-before')
  await page.keyboard.press('End')
  for (let pressed = 0; pressed < 10; pressed++) await page.keyboard.press('ArrowRight')
  await expect(table).toHaveAttribute('data-before')
  await expect(table).not.toHaveAttribute('data-after')
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto(`${ORIGIN}/policies/support`)
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Table' })).toHaveCount(0)
})

test('a long name in a table of a phone is broken after its low lines, and read and copied as one', async ({
  page,
}) => {
  await serve(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${ORIGIN}/reference/environment`)
  const name = page.getByRole('cell', { name: 'COINSLOT_ALLOW_PRIVATE_WEBHOOKS', exact: true })
  expect((await name.boundingBox())?.width).toBeLessThan(140)
})
