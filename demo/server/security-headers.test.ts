import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security-headers.ts'

test('the policy runs scripts by nonce or from the service, and frames the service alone', () => {
  const policy = contentSecurityPolicy('abc', 'http://127.0.0.1:4000').split('; ')
  expect(policy).toContain("script-src 'nonce-abc' http://127.0.0.1:4000")
  expect(policy).toContain('frame-src http://127.0.0.1:4000')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self' http://127.0.0.1:4000",
      "connect-src 'self' http://127.0.0.1:4000",
      `require-trusted-types-for 'script'`,
      'trusted-types coinslot lit-html',
    ]),
  )
  expect(policy.join()).not.toMatch(/unsafe-|strict-dynamic|\*/)
})
