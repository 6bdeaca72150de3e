import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, expiryOf, isReplay, isWithin, rollingSince, uuidOf } from './request-rules.ts'

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

  test('orders keys at every depth, and leaves lists and null as they are', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }, 'x'], a: 2 })).toBe('{"a":2,"b":[{"c":null,"d":1},"x"]}')
    expect(canonicalJson(null)).toBe('null')
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

test('only the version and the variant of a UUID are not of the hash, whose first 16 bytes make it', () => {
  expect(uuidOf(Buffer.alloc(20))).toBe('00000000-0000-8000-8000-000000000000')
  expect(uuidOf(Buffer.from('00112233445566778899aabbccddeeff0011', 'hex'))).toBe(
    '00112233-4455-8677-8899-aabbccddeeff',
  )
})

describe('a request repeats the one of its key', () => {
  const hash = (text: string) => Buffer.from(text)
  const first = { mode: 'widget', requestHash: hash('a') } as const
  test.each([
    ['of the same hash', 'widget', 'a', 'b', true],
    ['of the hash that earlier versions wrote', 'widget', 'b', 'a', true],
    ['of another hash', 'widget', 'b', 'c', false],
    ['of the same hash in the other mode', 'redirect', 'a', 'a', false],
  ] as const)('%s', (_title, mode, requestHash, unkeyedRequestHash, expected) => {
    const now = { mode, requestHash: hash(requestHash), unkeyedRequestHash: hash(unkeyedRequestHash) }
    expect(isReplay(first, now)).toBe(expected)
  })
})

test('an intent is open for 30 minutes', () => {
  expect(expiryOf(new Date('2026-03-15T10:00:00Z'))).toEqual(new Date('2026-03-15T10:30:00Z'))
})

test('approved amounts count for 24 hours', () => {
  expect(rollingSince(new Date('2026-03-15T10:00:00Z'))).toEqual(new Date('2026-03-14T10:00:00Z'))
})
