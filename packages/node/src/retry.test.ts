import { describe, expect, test } from 'vitest'
import { DEFAULT_RETRY, isRetryableStatus, parseRetryAfter, retryDelay } from './retry.ts'

test.each([
  [408, true, true],
  [425, true, true],
  [429, true, true],
  [503, true, true],
  [500, true, false],
  [599, true, false],
  [499, false, false],
  [400, false, false],
  [201, false, false],
])('%i is worth another request: %s, and %s where doing it twice does harm', (status, repeatable, harmful) => {
  expect([isRetryableStatus(status, true), isRetryableStatus(status, false)]).toEqual([repeatable, harmful])
})

test.each([
  [null, undefined],
  ['7', 7_000],
  [' 120 ', 120_000],
  ['1.5', 1_500],
  ['-5', 0],
  ['', undefined],
  ['Thu, 01 Jan 2026 00:00:07 GMT', 7_000],
  ['01 Jan 2026 00:00:07 +0000', 7_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['soon', undefined],
])('retry-after of %j waits %j ms', (header, ms) => {
  const waited = parseRetryAfter(header, Date.parse('2026-01-01T00:00:00Z'))
  expect(waited).toBe(ms)
})

describe('a delay', () => {
  const policy = { ...DEFAULT_RETRY, random: () => 0 }

  test('doubles up to five seconds, half of it fixed and half by chance', () => {
    expect([1, 2, 3, 5, 6, 9].map((retry) => retryDelay(policy, retry, undefined))).toEqual([
      125, 250, 500, 2_000, 2_500, 2_500,
    ])
    expect(retryDelay({ ...policy, random: () => 0.5 }, 1, undefined)).toBe(187.5)
  })

  test('is what retry-after asks for, up to ten seconds', () => {
    expect([0, 7_000, 10_001].map((asked) => retryDelay(policy, 1, asked))).toEqual([0, 7_000, 10_000])
  })

  test('is taken twice by default', () => expect(DEFAULT_RETRY.maxRetries).toBe(2))
})
