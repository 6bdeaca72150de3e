import { describe, expect, test } from 'vitest'
import { EndpointThrottle, initialCapacity, isCircuitOpen, placesOfTurn } from './endpoint-throttle.ts'

const FREE = 1_024
const INITIAL = 8
const start = Date.parse('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(start + ms)

const attempt = (throttle: EndpointThrottle, succeeded: boolean | null, ms = 0) => {
  throttle.started()
  throttle.ended(succeeded, after(ms))
}
const failing = (times: number) => {
  const throttle = new EndpointThrottle()
  for (let failure = 0; failure < times; failure += 1) attempt(throttle, false)
  return throttle
}

describe('EndpointThrottle', () => {
  test('lets a few deliveries start towards a new endpoint', () => {
    const throttle = new EndpointThrottle()
    expect(throttle.capacity(after(0), FREE)).toBe(INITIAL)
    throttle.started()
    expect(throttle.capacity(after(0), FREE)).toBe(INITIAL - 1)
  })

  test('widens with successes up to a bound', () => {
    const throttle = new EndpointThrottle()
    for (let success = 0; success < 1_000; success += 1) attempt(throttle, true)
    expect(throttle.capacity(after(0), FREE)).toBe(128)
  })

  test('gives way to others that are in use, however wide it has become', () => {
    const throttle = new EndpointThrottle()
    for (let success = 0; success < 1_000; success += 1) attempt(throttle, true)
    expect(throttle.capacity(after(0), FREE, false)).toBe(INITIAL)
    expect([throttle.isInUse(after(1_000)), throttle.isInUse(after(1_001))]).toEqual([true, false])
  })

  test('narrows with failures and keeps one place', () => {
    expect(failing(2).capacity(after(0), FREE)).toBe(2)
    expect(failing(4).capacity(after(0), FREE)).toBe(1)
  })

  test('opens after five failures in a row, and probes with one delivery after each pause', () => {
    const throttle = failing(5)
    expect(throttle.capacity(after(999), FREE)).toBe(0)
    expect(throttle.capacity(after(1_000), FREE)).toBe(1)
    throttle.started()
    expect(throttle.capacity(after(1_000), FREE)).toBe(0)
    throttle.ended(false, after(1_000))
    expect(throttle.capacity(after(2_999), FREE)).toBe(0)
    expect(throttle.capacity(after(3_000), FREE)).toBe(1)
  })

  test('probes at once where the clock has been set back behind the failure that opened it', () => {
    expect(failing(5).capacity(after(-1), FREE)).toBe(1)
  })

  test('is neither in use nor remembered where the clock has been set back behind its last use', () => {
    expect(failing(1).isInUse(after(0))).toBe(true)
    expect(failing(1).isInUse(after(-1))).toBe(false)
    expect(failing(1).isStale(after(-1))).toBe(true)
  })

  test('never pauses longer than 15 s', () => {
    expect(failing(100).capacity(after(14_999), FREE)).toBe(0)
    expect(failing(100).capacity(after(15_000), FREE)).toBe(1)
  })

  test('closes with the first success', () => {
    const throttle = failing(5)
    attempt(throttle, true, 1_000)
    expect(throttle.capacity(after(1_000), FREE)).toBe(2)
  })

  test('learns nothing from a delivery that was broken off', () => {
    const throttle = new EndpointThrottle()
    attempt(throttle, null)
    expect(throttle.capacity(after(0), FREE)).toBe(INITIAL)
  })

  test('holds no more than a quarter of what is free for all', () => {
    const throttle = new EndpointThrottle()
    for (let success = 0; success < 1_000; success += 1) attempt(throttle, true)
    expect(throttle.capacity(after(0), 40)).toBe(10)
    for (let delivery = 0; delivery < 10; delivery += 1) throttle.started()
    expect(throttle.capacity(after(0), 40)).toBe(0)
    expect([initialCapacity(FREE), initialCapacity(12), initialCapacity(3)]).toEqual([INITIAL, 3, 0])
    expect([placesOfTurn(FREE), placesOfTurn(4), placesOfTurn(3)]).toEqual([768, 3, 0])
  })

  test('is stale two minutes after its last use, and never while in use', () => {
    const throttle = failing(5)
    expect(throttle.isStale(after(120_000))).toBe(false)
    expect(throttle.isStale(after(120_001))).toBe(true)
    throttle.started()
    expect(throttle.isStale(after(120_001))).toBe(false)
  })
})

describe('a circuit', () => {
  const tried = (...failures: (string | null)[]) =>
    failures.map((failure, index) => ({ at: after(index * 1_000).toISOString(), failure }))

  test('is open after five failures in a row, whatever the order in which they are told', () => {
    const five = tried(null, 'timeout', 'timeout', 'dns', 'dns', 'dns')
    expect(isCircuitOpen(five, after(6_000))).toBe(true)
    expect(isCircuitOpen(five.toReversed(), after(6_000))).toBe(true)
    expect(isCircuitOpen(five.slice(0, 5), after(6_000))).toBe(false)
    expect(isCircuitOpen(five.slice(2), after(6_000))).toBe(false)
  })

  test('is closed by a success, and where the last failure was long ago', () => {
    const five = tried('dns', 'dns', 'dns', 'dns', 'dns')
    expect(
      isCircuitOpen(
        [...five, ...tried(null).map(() => ({ at: after(9_000).toISOString(), failure: null }))],
        after(9_000),
      ),
    ).toBe(false)
    expect(isCircuitOpen(five, after(4_000 + 120_001))).toBe(false)
    expect(isCircuitOpen([], after(0))).toBe(false)
  })
})
