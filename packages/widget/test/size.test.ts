import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const DIST = join(import.meta.dirname, '..', 'dist')
const ASSETS = join(DIST, 'page', 'assets')
const KIB = 1024

const manifest: { file_name: string; page: { html: string; assets: string[] } } = JSON.parse(
  await readFile(join(DIST, 'manifest.json'), 'utf8'),
)
const html = await readFile(join(DIST, 'page', manifest.page.html), 'utf8')
const gzipSize = async (path: string): Promise<number> => (await stat(`${path}.gz`)).size
const total = async (names: readonly string[]): Promise<number> =>
  (await Promise.all(names.map((name) => gzipSize(join(ASSETS, name))))).reduce((sum, size) => sum + size, 0)
const scripts = manifest.page.assets.filter((name) => name.endsWith('.js'))
const isLazy = (name: string): boolean => !html.includes(name)

// The script runs on every page of the shop that can open a checkout, before anybody wants to pay.
test('the script of the merchant’s page is at most 4 KB', async () => {
  expect(await gzipSize(join(DIST, manifest.file_name))).toBeLessThanOrEqual(4 * KIB)
})

// About one second on a slow 3G phone, after which the card form can be typed into. What grew it past this once was a
// library for phone numbers, which most buyers never need.
test('the payment path is at most 45 KB of JavaScript, its seven languages included', async () => {
  expect(await total(scripts.filter((name) => !isLazy(name)))).toBeLessThanOrEqual(45 * KIB)
})

// Loaded while the buyer reads what verification is about; the table of the world's phone numbers is most of it.
test('verification is at most 32 KB more, and not part of the document', async () => {
  const lazy = scripts.filter(isLazy)
  expect(lazy.some((name) => name.startsWith('kyc-step'))).toBe(true)
  expect(await total(lazy)).toBeLessThanOrEqual(32 * KIB)
})

test('the style sheet is at most 6 KB', async () => {
  expect(await total(manifest.page.assets.filter((name) => name.endsWith('.css')))).toBeLessThanOrEqual(6 * KIB)
})

test('what is built holds no test, no source path and no schema library', async () => {
  const files = await readdir(DIST, { recursive: true })
  for (const name of files.filter((file) => file.endsWith('.js'))) {
    const code = await readFile(join(DIST, name), 'utf8')
    expect(code).not.toMatch(/ZodError|vitest|node_modules/)
    expect(code).not.toContain(ROOT)
  }
})

test('every chunk is named in the manifest, and the document pins those it starts with', () => {
  expect(html.match(/integrity="sha384-/g)?.length).toBe(
    manifest.page.assets.filter((name) => !isLazy(name) && !name.endsWith('.svg')).length,
  )
})
