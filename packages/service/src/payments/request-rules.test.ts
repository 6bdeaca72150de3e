import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, isWithin, rollingSince, uuidOf } from './request-rules.ts'

describe('amounts', () => {
  test.each([
    ['0.01', true],
    ['500.00', true],
    ['0.00', false],
    ['500.01', false],
    ['1000.00', false],
  ])('%s within 0.01 and 500.00: %s', (amount, expected) => {
    expect(isWithin(amount, '0.01', '500.00')).toBe(expected)
  })
})

describe('canonical JSON', () => {
  test('is the same for every order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      }),
    )
  })

  test('tells different values apart', () => {
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }))
    expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }))
  })
})

test('a hash makes a UUID of version 8', () => {
  const hash = Buffer.from('ffffffffffffffffffffffffffffffff00', 'hex')
  expect(uuidOf(hash)).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff')
})

test('approved amounts count for 24 hours', () => {
  expect(rollingSince(new Date('2026-03-15T10:00:00Z'))).toEqual(new Date('2026-03-14T10:00:00Z'))
})
