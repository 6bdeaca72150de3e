import { describe, expect, test } from 'vitest'
import { nextAttemptAt, parseRetryAfter, RETRY_DELAYS_MS } from './retry-rules.ts'

const endedAt = new Date('2026-03-01T12:00:00Z')
const pauseMs = (attempts: number, random: number, retryAfterMs?: number) => {
  const next = nextAttemptAt({ attempts, endedAt, random, retryAfterMs })
  return next === null ? null : next.getTime() - endedAt.getTime()
}

describe('nextAttemptAt', () => {
  test('follows the nine steps and then gives up', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => pauseMs(attempts, 0.5))
    expect(pauses).toEqual(RETRY_DELAYS_MS)
    expect(RETRY_DELAYS_MS.map((ms) => ms / 1000)).toEqual([5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])
    expect(pauseMs(10, 0.5)).toBeNull()
  })

  test('moves every step by at most a tenth, either way', () => {
    expect(pauseMs(1, 0)).toBe(4_500)
    expect(pauseMs(1, 0.999_999)).toBe(5_500)
  })

  test('waits as long as retry-after asks', () => {
    expect(pauseMs(1, 0.5, 60_000)).toBe(60_000)
  })

  test('waits no longer than the step that follows', () => {
    expect(pauseMs(1, 0.5, 3_600_000)).toBe(300_000)
    expect(pauseMs(9, 0.5, 1_000_000_000)).toBe(86_400_000)
  })

  test('never retries sooner because of retry-after', () => {
    expect(pauseMs(2, 0.5, 1_000)).toBe(300_000)
  })
})

describe('parseRetryAfter', () => {
  test.each([
    ['120', 120_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', undefined],
    ['Sun, 01 Mar 2026 12:00:00 GMT', undefined],
    ['soon', undefined],
    ['1234567890', undefined],
    ['in 120', undefined],
    ['5 s', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('reads %s', (header, expected) => {
    expect(parseRetryAfter(header, endedAt)).toBe(expected)
  })
})
