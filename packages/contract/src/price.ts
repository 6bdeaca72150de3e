const RIGHT_TO_LEFT_MARK = '\u200f'

/**
 * Keeps the parts of a price in their order inside a right-to-left sentence: the price is isolated from what stands
 * around it, and the currency's letters and sign from each other's surroundings (Unicode UAX #9).
 */
const isolated = (parts: readonly Intl.NumberFormatPart[]): string => {
  const text = (type: string, value: string): string => (type === 'currency' ? `\u2066${value}\u2069` : value)
  return `\u2067${parts.map(({ type, value }) => text(type, value)).join('')}\u2069`
}

/** A locale with the digits that all sentences and card numbers have; some write prices with others of their own. */
export const withLatinDigits = (locale: string): string =>
  new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()

/**
 * A price as buyers of a locale read it, at the checkout and on the receipt.
 * @param locale BCP 47 tag
 * @param amount decimal string; it goes to Intl as it is, so that a price never becomes a float
 */
export const formatPrice = (locale: string, amount: string, currency: string): string => {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(
    amount as Intl.StringNumericLiteral,
  )
  const written = parts.map(({ value }) => value).join('')
  return written.includes(RIGHT_TO_LEFT_MARK) ? isolated(parts) : written
}
