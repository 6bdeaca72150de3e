import { describe, expect, test } from 'vitest'
import { hostedCookie } from './hosted-cookie.ts'

describe('decisions.md §4: the cookie of the hosted page', () => {
  test('is HttpOnly, SameSite and scoped to its intent', () => {
    expect(hostedCookie('http://127.0.0.1:4000', 'abc', 'v1.t')).toBe(
      'coinslot_pay=v1.t; Path=/pay/abc; HttpOnly; SameSite=Lax',
    )
  })

  test('is Secure under https, and follows a path prefix', () => {
    expect(hostedCookie('https://pay.example/shop', 'abc', 'v1.t')).toBe(
      'coinslot_pay=v1.t; Path=/shop/pay/abc; HttpOnly; SameSite=Lax; Secure',
    )
    expect(hostedCookie('HTTPS://pay.example', 'abc', 'v1.t')).toMatch(/; Secure$/)
  })
})
