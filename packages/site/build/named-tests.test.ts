import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const PAGES = join(ROOT, 'packages/site/pages')

/** Every path of a test that a page names in code; `service` stands for `packages/service`. */
const namedTests = (page: string): string[] =>
  [...readFileSync(join(PAGES, page), 'utf8').matchAll(/`([\w./-]+\/[\w.-]+\.(?:test|spec)\.ts)`/g)].map(
    ([, path = '']) => path.replace(/^service\//, 'packages/service/'),
  )

test('tests that the pages on how it works name by their path are there', () => {
  const missing = globSync('understand/*.md', { cwd: PAGES }).flatMap((page) =>
    namedTests(page)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
  expect(namedTests('understand/security.md').length).toBeGreaterThan(40)
})
