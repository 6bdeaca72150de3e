/** Prices, times and shares as the buyer's locale writes them. */
export interface Formats {
  readonly price: (amount: string, currency: string) => string
  /** `4:59` of a span of time. */
  readonly span: (spanMs: number) => string
  /** 0.5 → `50%`. */
  readonly percent: (share: number) => string
  readonly megabytes: (bytes: number) => string
}

export const createFormats = (locale: string): Formats => {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
  const whole = new Intl.NumberFormat(locale)
  const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 })
  return {
    // The string goes to Intl as it is: a price never becomes a float.
    price: (amount, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral),
    span: (spanMs) => {
      const seconds = Math.max(0, Math.ceil(spanMs / 1000))
      return `${whole.format(Math.floor(seconds / 60))}:${twoDigits.format(seconds % 60)}`
    },
    percent: (share) => percent.format(share),
    megabytes: (bytes) => megabytes.format(bytes / 1_048_576),
  }
}
