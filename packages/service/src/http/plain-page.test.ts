import { expect, test } from 'vitest'
import { acceptsHtml, PLAIN_PAGE_POLICY, plainPage } from './plain-page.ts'

test('a page that only says something loads nothing, sends nothing, and is framed by nobody', () => {
  expect(PLAIN_PAGE_POLICY).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
  expect(plainPage({ title: 'Over', content: '<p>It is over.</p>' })).not.toMatch(/<script|<link|src=|href=/)
})

test.each([
  ['text/html,application/xhtml+xml', true],
  ['application/xhtml+xml, text/html;q=0.9', true],
  ['application/json, */*', false],
  [undefined, false],
])('who accepts %j is a person: %s', (accept, isPerson) => {
  expect(acceptsHtml({ headers: { accept } })).toBe(isPerson)
})
