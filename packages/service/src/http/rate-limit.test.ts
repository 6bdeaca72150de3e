import { beforeEach, describe, expect, test } from 'vitest'
import type { MovableClock } from '../sandbox/movable-clock.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { RateLimit, tooManyRequests } from './rate-limit.ts'

let clock: MovableClock
let limit: RateLimit

beforeEach(() => {
  clock = createTestClock()
  limit = new RateLimit(2, 60, clock)
})

describe('a limit of 2 in 60 seconds', () => {
  test('counts down, and is exceeded by the third', () => {
    expect(limit.count('a')).toEqual({ limit: 2, remaining: 1, resetSeconds: 60, exceeded: false })
    clock.advance(10_500)
    expect(limit.count('a')).toEqual({ limit: 2, remaining: 0, resetSeconds: 50, exceeded: false })
    expect(limit.count('a')).toEqual({ limit: 2, remaining: 0, resetSeconds: 50, exceeded: true })
  })

  test('is over at the end of the window that the first count opened', () => {
    limit.count('a')
    clock.advance(30_000)
    limit.count('b')
    limit.count('a')
    clock.advance(29_999)
    expect(limit.count('a')).toMatchObject({ resetSeconds: 1, exceeded: true })
    clock.advance(1)
    expect(limit.count('a')).toMatchObject({ remaining: 1, resetSeconds: 60 })
    expect(limit.count('b')).toMatchObject({ remaining: 0, resetSeconds: 30 })
  })

  test('is over where the clock is set back behind its beginning', () => {
    for (let count = 0; count < 3; count += 1) limit.count('a')
    clock.advance(-1)
    expect(limit.count('a')).toMatchObject({ remaining: 1, resetSeconds: 60 })
  })

  test('is over at its end, also behind windows of a clock that has been set back since', () => {
    limit.count('older')
    clock.advance(10_000)
    for (let count = 0; count < 3; count += 1) limit.count('a')
    clock.advance(-5_000)
    expect(limit.count('a')).toMatchObject({ remaining: 1, resetSeconds: 60 })
    clock.advance(5_000)
    limit.count('ahead')
    clock.advance(-5_000)
    for (let count = 0; count < 3; count += 1) limit.count('behind')
    clock.advance(60_000)
    expect(limit.count('behind')).toMatchObject({ remaining: 1, resetSeconds: 60 })
  })

  test('remembers no key whose window is over', () => {
    for (let key = 0; key < 50; key += 1) limit.count(`${key}`)
    clock.advance(30_000)
    for (let key = 50; key < 100; key += 1) limit.count(`${key}`)
    expect(limit.size).toBe(100)
    clock.advance(30_000)
    limit.count('a')
    expect(limit.size).toBe(51)
  })

  test('says when to come again', () => {
    limit.count('a')
    clock.advance(10_500)
    const { status, headers } = tooManyRequests(limit.count('a'), 'Wait a little')
    expect({ status, ...headers }).toEqual({
      status: 429,
      'retry-after': '50',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '50',
    })
  })

  test('counts each key by itself', () => {
    for (let count = 0; count < 3; count += 1) limit.count('a')
    expect(limit.count('b').exceeded).toBe(false)
  })
})
