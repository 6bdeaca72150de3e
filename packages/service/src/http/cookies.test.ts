import { expect, test } from 'vitest'
import { readCookie } from './cookies.ts'

test('a cookie is found among others, by its whole name', () => {
  expect(readCookie('a=1; xcoinslot_pay=2; coinslot_pay=v1.a=b; c=3', 'coinslot_pay')).toBe('v1.a=b')
  expect(readCookie('coinslot_pay=1; coinslot_pay=2', 'coinslot_pay')).toBe('1')
  expect(readCookie('coinslot_payx=1', 'coinslot_pay')).toBeNull()
  expect(readCookie(undefined, 'coinslot_pay')).toBeNull()
})
