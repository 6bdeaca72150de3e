import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acceptsHtml, PLAIN_PAGE_POLICY, plainPage } from './plain-page.ts'

test('a page that only says something loads nothing, sends nothing, and is framed by nobody', () => {
  expect(PLAIN_PAGE_POLICY).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
  const page = plainPage({ title: 'Over', content: '<p>It is over.</p>' })
  expect(page).not.toMatch(/<script|src=|href="(?!data:)/)
  // A browser that finds no icon asks for one.
  expect(page).toContain('<link rel="icon" href="data:image/svg+xml;base64,')
})

const HOSTED = readFileSync(new URL('../../../widget/src/page/checkout.css', import.meta.url), 'utf8')

test.each(['ground', 'page', 'raised', 'ink', 'muted', 'line', 'soft-line'])(
  'such a page has the hosted page’s colour “%s”, light and dark',
  (name) => {
    const [, ...ofHosted] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(HOSTED) ?? []
    const page = plainPage({ title: 'Over', content: '' })
    const ofPage = [...page.matchAll(new RegExp(`--${name}: (#\\w+)`, 'g'))].map(([, colour]) => colour)
    expect(ofPage).toEqual(ofHosted)
    expect(ofPage).toHaveLength(2)
  },
)

test.each([
  ['text/html,application/xhtml+xml', true],
  ['application/xhtml+xml, text/html;q=0.9', true],
  ['application/json, */*', false],
  [undefined, false],
])('who accepts %j is a person: %s', (accept, isPerson) => {
  expect(acceptsHtml({ headers: { accept } })).toBe(isPerson)
})
