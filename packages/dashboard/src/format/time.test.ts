import { expect, test, vi } from 'vitest'
import { duration, fieldValue, instantOf, localTime, tickTexts, utcTime, wholeTime, zoneText } from './time.ts'

test.each([
  [0, '0 ms'],
  [350.4, '350 ms'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [250_000, '4 min 10 s'],
  [7_500_000, '2 h 5 min'],
  [86_400_000, '24 h'],
  [273_600_000, '3 d 4 h'],
])('%i milliseconds are told as %s, which no line ends within', (ms, text) =>
  expect(duration(ms)).toBe(text.replaceAll(' ', '\u00a0')),
)

test.each([
  ['de', '1,2 s', '2,0 s'],
  ['en', '1.2 s', '2.0 s'],
])('tenths of a second are told as the viewer writes amounts (%s)', (locale, ...texts) => {
  const { NumberFormat } = Intl
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (_locale, options) {
    return new NumberFormat(locale, options)
  })
  expect([1_240, 2_000].map(duration)).toEqual(texts.map((text) => text.replaceAll(' ', '\u00a0')))
  vi.restoreAllMocks()
})

test('UTC is told with milliseconds', () => {
  expect(utcTime(new Date('2026-11-21T20:14:03.120Z'))).toBe('2026-11-21 20:14:03.120 UTC')
})

test('a whole time has its day and its year, also today', () => {
  const now = new Date()
  expect(wholeTime(now)).toContain(String(now.getFullYear()))
  expect(wholeTime(now)).toContain(localTime(now, now))
})

test('a field shows the viewer’s own time of an instant, and means that instant again', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const at = '2026-01-09T10:07:00.000Z'
  expect(fieldValue(at)).toBe('2026-01-09T05:07')
  expect(instantOf(fieldValue(at))).toBe(at)
  expect([fieldValue(null), instantOf('')]).toEqual(['', ''])
  vi.unstubAllEnvs()
})

test('a time of today stands without its day, an earlier one with it, and one of another year with that', () => {
  const now = new Date(2026, 10, 21, 20, 14)
  expect(localTime(new Date(2026, 10, 21, 1, 2), now)).not.toMatch(/21|2026/)
  expect(localTime(new Date(2026, 10, 20, 1, 2), now)).toMatch(/20/)
  expect(localTime(new Date(2026, 10, 20, 1, 2), now)).not.toContain('2026')
  expect(localTime(new Date(2025, 10, 21, 1, 2), now)).toMatch(/21/)
  expect(localTime(new Date(2025, 10, 21, 1, 2), now)).toContain('2025')
})

test('the zone is told with what it is ahead or behind', () => {
  const now = new Date('2026-11-21T20:14:03.120Z')
  for (const [zone, text] of [
    ['Asia/Kolkata', /Asia\/(Kolkata|Calcutta) \(UTC\+5:30\)/],
    ['America/New_York', /America\/New_York \(now UTC-5\)/],
    ['America/Santiago', /America\/Santiago \(now UTC-3\)/],
    ['UTC', /^UTC$/],
  ] as const) {
    vi.stubEnv('TZ', zone)
    expect(zoneText(now)).toMatch(text)
  }
  vi.unstubAllEnvs()
})

test('times of a chart are told as all others are, each day once', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour)
  const hour = (time: Date) => new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).format(time)
  const day = (time: Date) => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(time)
  const [late, later, early] = [at(20, 20), at(20, 22), at(21, 0)] as const
  expect(tickTexts([late, later, early])).toEqual([
    `${hour(late)}\n${day(late)}`,
    hour(later),
    `${hour(early)}\n${day(early)}`,
  ])
  expect(tickTexts([at(20, 0), at(21, 0)])).toEqual([at(20, 0), at(21, 0)].map(day))
})

test('days of a chart are told as days where one of them has no midnight', () => {
  vi.stubEnv('TZ', 'America/Santiago')
  const midnight = (day: number) => new Date(2026, 8, day)
  // Where the chart has its line for the 6th, which begins at one o'clock.
  const ticks = [midnight(5), new Date('2026-09-06T03:00:00Z'), midnight(7)]
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
  expect(tickTexts(ticks)).toEqual([midnight(5), midnight(6), midnight(7)].map((at) => day.format(at)))
  vi.unstubAllEnvs()
})
