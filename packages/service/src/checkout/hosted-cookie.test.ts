import { describe, expect, it } from 'vitest'
import { hostedCookie, readCookie } from './hosted-cookie.ts'

describe('decisions.md §4: the cookie of the hosted page', () => {
  it('is HttpOnly, SameSite and scoped to its intent', () => {
    expect(hostedCookie('http://127.0.0.1:4000', 'abc', 'v1.t')).toBe(
      'coinslot_pay=v1.t; Path=/pay/abc; HttpOnly; SameSite=Lax',
    )
  })

  it('is Secure under https, and follows a path prefix', () => {
    expect(hostedCookie('https://pay.example/shop', 'abc', 'v1.t')).toBe(
      'coinslot_pay=v1.t; Path=/shop/pay/abc; HttpOnly; SameSite=Lax; Secure',
    )
  })

  it('is found among others, by its whole name', () => {
    expect(readCookie('a=1; xcoinslot_pay=2; coinslot_pay=v1.a=b; c=3', 'coinslot_pay')).toBe('v1.a=b')
    expect(readCookie('coinslot_payx=1', 'coinslot_pay')).toBeNull()
    expect(readCookie(undefined, 'coinslot_pay')).toBeNull()
  })
})
