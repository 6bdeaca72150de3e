import { expect, test } from 'vitest'
import { duration, utcTime } from './time.ts'

test.each([
  [0, '0 ms'],
  [350.4, '350 ms'],
  [1_240, '1.2 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [250_000, '4 min 10 s'],
  [7_500_000, '2 h 5 min'],
  [86_400_000, '24 h'],
  [273_600_000, '3 d 4 h'],
])('%i milliseconds are told as %s', (ms, text) => expect(duration(ms)).toBe(text))

test('UTC is told with milliseconds', () => {
  expect(utcTime(new Date('2026-11-21T20:14:03.120Z'))).toBe('2026-11-21 20:14:03.120 UTC')
})
