import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '..', 'dist')
const ASSETS = join(DIST, 'assets')
const html = readFileSync(join(DIST, 'index.html'), 'utf8')

const gzipBytes = (name: string): number => statSync(join(ASSETS, `${name}.gz`)).size
const named = (text: string): string[] =>
  readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name) && text.includes(name))

/** What a script imports at once, and what these import. */
const withImports = (names: readonly string[], known = new Set<string>()): Set<string> => {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const source = readFileSync(join(ASSETS, name), 'utf8')
    const imported = [...source.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map(([, file = '']) => file)
    withImports(imported, known)
  }
  return known
}

const PAGES = readdirSync(ASSETS).filter((name) => /^[a-z]+-page-.*\.js$/.test(name))

test.each(PAGES)('the first load that shows %s is at most 150 KB gzip', (page) => {
  const files = [...withImports([...named(html), page])]
  const bytes = files.reduce((sum, name) => sum + gzipBytes(name), 0)
  expect(bytes).toBeLessThanOrEqual(150 * 1024)
})

test('the chart is not part of the first load', () => {
  const overview = PAGES.find((name) => name.startsWith('overview-page')) ?? ''
  const files = [...withImports([...named(html), overview])]
  expect(files.filter((name) => name.startsWith('hour-chart'))).toEqual([])
  expect(named(readFileSync(join(ASSETS, overview), 'utf8')).some((name) => name.startsWith('hour-chart'))).toBe(true)
})

test('the document has no script and no style of its own in it', () => {
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=/)
})
