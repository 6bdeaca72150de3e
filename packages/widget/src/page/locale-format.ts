/** Prices, times and shares as the buyer's locale writes them. */
export interface Formats {
  readonly price: (amount: string, currency: string) => string
  /** `4:59` of a span of time. */
  readonly span: (spanMs: number) => string
  /** 0.5 → `50%`. */
  readonly percent: (share: number) => string
  /** Date and time of day of an RFC 3339 timestamp, where the buyer is. */
  readonly time: (at: string) => string
  /** `Visa, Mastercard and JCB`. */
  readonly list: (words: readonly string[]) => string
  readonly megabytes: (bytes: number) => string
}

const RIGHT_TO_LEFT_MARK = '\u200f'

/**
 * Keeps the parts of a price in their order inside a right-to-left sentence: the price is isolated from what stands
 * around it, and the currency's letters and sign from each other's surroundings (Unicode UAX #9).
 */
const isolated = (parts: readonly Intl.NumberFormatPart[]): string => {
  const text = (type: string, value: string): string => (type === 'currency' ? `\u2066${value}\u2069` : value)
  return `\u2067${parts.map(({ type, value }) => text(type, value)).join('')}\u2069`
}

const formatPrice = (locale: string, amount: string, currency: string): string => {
  // The string goes to Intl as it is: a price never becomes a float.
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(
    amount as Intl.StringNumericLiteral,
  )
  const written = parts.map(({ value }) => value).join('')
  return written.includes(RIGHT_TO_LEFT_MARK) ? isolated(parts) : written
}

export const createFormats = (locale: string): Formats => {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
  const names = new Intl.ListFormat(locale, { type: 'conjunction' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const whole = new Intl.NumberFormat(locale)
  const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 })
  return {
    price: (amount, currency) => formatPrice(locale, amount, currency),
    span: (spanMs) => {
      const seconds = Math.max(0, Math.ceil(spanMs / 1000))
      return `${whole.format(Math.floor(seconds / 60))}:${twoDigits.format(seconds % 60)}`
    },
    percent: (share) => percent.format(share),
    time: (at) => dateTime.format(new Date(at)),
    list: (words) => names.format(words),
    megabytes: (bytes) => megabytes.format(bytes / 1_048_576),
  }
}
