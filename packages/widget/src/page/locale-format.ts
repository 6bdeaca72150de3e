import { formatPrice, withLatinDigits } from '@coinslot/contract/checkout'

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

export const createFormats = (tag: string): Formats => {
  const locale = withLatinDigits(tag)
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
    // On one line with its unit.
    megabytes: (bytes) => megabytes.format(bytes / 1_048_576).replace(' ', '\u00a0'),
  }
}
