import { expect, test } from 'vitest'
import { formatCookie, readCookie } from './cookies.ts'

test('a cookie is found among others, by its whole name', () => {
  expect(readCookie('a=1; xcoinslot_pay=2; coinslot_pay=v1.a=b; c=3', 'coinslot_pay')).toBe('v1.a=b')
  expect(readCookie('coinslot_payx=1', 'coinslot_pay')).toBeNull()
  expect(readCookie('a=1;  coinslot_pay = v1 ', 'coinslot_pay')).toBe('v1')
  expect(readCookie('', 'coinslot_pay')).toBeNull()
  expect(readCookie(undefined, 'coinslot_pay')).toBeNull()
})

test('a cookie of which there are several, as a neighbour of the host may lay one before or behind it, is none', () => {
  expect(readCookie('coinslot_pay=1; coinslot_pay=2', 'coinslot_pay')).toBeNull()
  expect(readCookie('coinslot_pay=1; coinslot_pay', 'coinslot_pay')).toBeNull()
  expect(readCookie('coinslot_pay=1; a=2; coinslot_pay=1', 'coinslot_pay')).toBeNull()
})

test('a cookie goes to its path below the service’s address alone, to no script, and encrypted where the service is', () => {
  const cookie = { name: 'pay', value: 'v1.a', path: '/checkout', sameSite: 'Lax' } as const
  expect(formatCookie({ ...cookie, baseUrl: 'https://pay.example' })).toBe(
    'pay=v1.a; Path=/checkout; HttpOnly; SameSite=Lax; Secure',
  )
  expect(formatCookie({ ...cookie, baseUrl: 'http://127.0.0.1:4000/' })).toBe(
    'pay=v1.a; Path=/checkout; HttpOnly; SameSite=Lax',
  )
  const inFolder = { ...cookie, baseUrl: 'https://pay.example/a/coins/', sameSite: 'Strict', maxAgeSeconds: 0 } as const
  expect(formatCookie(inFolder)).toBe('pay=v1.a; Path=/a/coins/checkout; Max-Age=0; HttpOnly; SameSite=Strict; Secure')
  expect(formatCookie({ ...inFolder, isSecure: false })).not.toContain('Secure')
  expect(formatCookie({ ...cookie, baseUrl: 'http://127.0.0.1:4000', isSecure: true })).toMatch(/; Secure$/)
})
