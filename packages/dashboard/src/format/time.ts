const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const DAY = { day: 'numeric', month: 'short' } as const

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString()

/** In the viewer's zone: the time of today, else with the day, and with the year where it is another. */
export const localTime = (at: Date, now: Date): string => {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(undefined, isSameDay(at, now) ? CLOCK : { ...DAY, ...year, ...CLOCK }).format(at)
}

/** In the viewer's zone, whatever day it is read on. */
export const wholeTime = (at: Date): string =>
  new Intl.DateTimeFormat(undefined, { ...DAY, year: 'numeric', ...CLOCK }).format(at)

/** Whether the clocks are set forward and back in the viewer's zone: older times are then not as far from UTC as now. */
const hasSummerTime = (now: Date): boolean => {
  const [january, july] = [0, 6].map((month) => new Date(now.getFullYear(), month).getTimezoneOffset())
  return january !== july
}

/** `Asia/Kolkata (UTC+5:30)`, `Europe/Berlin (now UTC+1)`: the viewer's zone. */
export const zoneText = (now: Date): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC')
  return timeZone === 'UTC' ? timeZone : `${timeZone} (${hasSummerTime(now) ? 'now ' : ''}${offset})`
}

const HOUR_MS = 3_600_000

/** What stands at times of a chart: the hour, with the day under the first of each day; days alone where each is one. */
export const tickTexts = (times: readonly Date[]): string[] => {
  const day = new Intl.DateTimeFormat(undefined, DAY)
  const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })
  const [first = new Date(), second = first] = times
  // A day that begins at one o'clock, as the clocks are set forward, stands at eleven of the day before.
  if (second.getTime() - first.getTime() >= 23 * HOUR_MS) return times.map((at) => day.format(at.getTime() + HOUR_MS))
  const days = times.map((at) => day.format(at))
  return times.map((at, index) => {
    const name = days[index] ?? ''
    return days[index - 1] === name ? hour.format(at) : `${hour.format(at)}\n${name}`
  })
}

/** `2026-11-21 20:14:03.120 UTC` */
export const utcTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', ' UTC')

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

const inUnits = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${new Intl.NumberFormat(undefined, TENTHS).format(ms / 1_000)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** `350 ms`, `1.2 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`: on one line each. */
export const duration = (ms: number): string => inUnits(ms).replaceAll(' ', '\u00a0')

/** The last minute that a field takes: longer years are no RFC 3339. */
export const LATEST_TIME = '9999-12-31T23:59'

/** The instant that a field of the browser means, as RFC 3339; empty where it is. */
export const instantOf = (typed: string): string => (typed === '' ? '' : new Date(typed).toISOString())

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The viewer's own time, as the browser's field writes it. */
export const fieldValue = (text: string | null): string => {
  if (text === null) return ''
  const at = new Date(text)
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
