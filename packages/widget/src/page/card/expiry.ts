import { digitsOf, toAsciiDigits } from './digits.ts'

export interface Expiry {
  readonly month: number
  /** Four digits. */
  readonly year: number
}

const SEPARATED = /^\D*(\d{1,4})\D+(\d{1,4})\D*$/

const toExpiry = (month: string, year: string): Expiry | null => {
  const result = { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
  const isRead = month.length <= 2 && (year.length === 2 || year.length === 4)
  return isRead && result.month >= 1 && result.month <= 12 && result.year >= 2000 && result.year <= 2099 ? result : null
}

/** Reads `1228`, `12/28`, `12 / 2028`, `122028` and `2028-12`; null where it is none of them. */
export const parseExpiry = (text: string): Expiry | null => {
  const separated = SEPARATED.exec(toAsciiDigits(text))
  if (separated) {
    const [, first = '', second = ''] = separated
    return first.length === 4 ? toExpiry(second, first) : toExpiry(first, second)
  }
  const digits = digitsOf(text)
  if (digits.length === 3) return toExpiry(digits.slice(0, 1), digits.slice(1))
  return digits.length === 4 || digits.length === 6 ? toExpiry(digits.slice(0, 2), digits.slice(2)) : null
}

/** `12` → `12 / `, `1228` → `12 / 28`, `1/28` → `01 / 28`; `4` → `04 / ` since no month begins with it. Leaves other shapes, every digit, and a pasted name of a month, as typed, but in ASCII digits. */
export const formatExpiry = (given: string, inputType: string): string => {
  const typed = toAsciiDigits(given)
  const digits = digitsOf(typed)
  if (inputType.startsWith('delete')) return typed
  const monthDigits = SEPARATED.exec(typed)?.[1]?.length
  const isWorded = !monthDigits && inputType !== 'insertText' && /\p{L}/u.test(typed)
  if (digits.length > 4 || monthDigits === 4 || isWorded) return typed
  if (digits.length === 1 && !/\d$/.test(typed)) return `0${digits} / `
  const isMonthShort = monthDigits === undefined ? digits.length < 4 && /^[2-9]/.test(digits) : monthDigits === 1
  const padded = isMonthShort ? `0${digits}` : digits
  return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2)}`
}
