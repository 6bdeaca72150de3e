/** `$9.99` in the viewer's way of writing. @param amount decimal string with two decimals, which never becomes a float */
export const money = (amount: string, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral)

export const percent = (share: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(share)

export const whole = (count: number): string => new Intl.NumberFormat().format(count)

/** `5` and `5.0` → `5.00`; what is no amount is not taken. */
export const amountText = (text: string): string | undefined => {
  if (text === '') return ''
  return /^\d{1,6}([.,]\d{0,2})?$/.test(text) ? Number(text.replace(',', '.')).toFixed(2) : undefined
}

/** An amount that was typed; what cannot be read as one is left as it is, for the service to refuse. */
export const typedAmount = (text: string): string => amountText(text.trim()) || text
