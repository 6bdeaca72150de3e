import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

const OURS = Date.parse('2026-01-01T00:00:00Z')
const THEIRS = Date.parse('2026-01-01T00:10:00Z')

beforeEach(() => void vi.useFakeTimers({ now: OURS }))
afterEach(() => void vi.useRealTimers())

/** A database that takes a while to tell its time. */
const tell = (databaseMs: number, roundTripMs: number) => async () => {
  vi.advanceTimersByTime(roundTripMs)
  return new Date(databaseMs)
}

test('has its own time until it has read the database’s, and then that, read half-way through the question', async () => {
  const clock = new DatabaseClock(tell(THEIRS, 400))
  expect([clock.now().getTime(), clock.skewMs]).toEqual([OURS, 0])
  await clock.measure()
  expect(clock.now().getTime()).toBe(THEIRS + 200)
  expect(clock.skewMs).toBe(OURS + 400 - (THEIRS + 200))
})

test('goes on evenly where the machine’s clock is set', async () => {
  const clock = new DatabaseClock(tell(THEIRS, 0))
  await clock.measure()
  for (const hour of [-1, 1]) {
    vi.setSystemTime(OURS + hour * 3_600_000)
    expect(clock.now().getTime()).toBe(THEIRS)
  }
  vi.advanceTimersByTime(1_500)
  expect(clock.now().getTime()).toBe(THEIRS + 1_500)
})

test('leaves a reading unused that took more than a second, unless it has no other', async () => {
  let read = tell(THEIRS, 5_000)
  const clock = new DatabaseClock(() => read())
  await clock.measure()
  expect(clock.now().getTime()).toBe(THEIRS + 2_500)
  read = tell(OURS, 1_001)
  await clock.measure()
  expect(clock.now().getTime()).toBe(THEIRS + 2_500 + 1_001)
  read = tell(OURS, 1_000)
  await clock.measure()
  expect(clock.now().getTime()).toBe(OURS + 500)
})

test('stands still where a reading says an earlier time, as after one that waited long, and goes back past a second', async () => {
  let read = tell(THEIRS, 0)
  const clock = new DatabaseClock(() => read())
  await clock.measure()
  read = tell(THEIRS - 1_000, 0)
  await clock.measure()
  expect([clock.now().getTime(), clock.skewMs]).toEqual([THEIRS, OURS - (THEIRS - 1_000)])
  vi.advanceTimersByTime(1_000)
  expect(clock.now().getTime()).toBe(THEIRS)
  vi.advanceTimersByTime(1)
  expect(clock.now().getTime()).toBe(THEIRS + 1)
  read = tell(THEIRS - 1_000, 0)
  await clock.measure()
  expect(clock.now().getTime()).toBe(THEIRS - 1_000)
  vi.advanceTimersByTime(500)
  expect(clock.now().getTime()).toBe(THEIRS - 500)
})

test('has not stood still while the machine was suspended, which its clock that goes on evenly does not count', async () => {
  let uptimeSeconds = 0
  const clock = new DatabaseClock(tell(THEIRS, 0), () => uptimeSeconds)
  await clock.measure()
  vi.setSystemTime(OURS + 3_600_000)
  uptimeSeconds += 3_600
  vi.advanceTimersByTime(1_500)
  uptimeSeconds += 1.5
  expect(clock.now().getTime()).toBe(THEIRS + 3_601_500)
})

test('leaves a reading unused during which the machine was suspended: the time was told before', async () => {
  let uptimeSeconds = 0
  let read = tell(THEIRS, 0)
  const clock = new DatabaseClock(
    () => read(),
    () => uptimeSeconds,
  )
  await clock.measure()
  read = async () => {
    vi.setSystemTime(OURS + 3_600_000)
    uptimeSeconds += 3_600
    return new Date(THEIRS)
  }
  await clock.measure()
  expect(clock.now().getTime()).toBe(THEIRS + 3_600_000)
})
