/** `$9.99` in the viewer's way of writing. @param amount decimal string with two decimals */
export const money = (amount: string, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(Number(amount))

export const percent = (share: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(share)

export const whole = (count: number): string => new Intl.NumberFormat().format(count)
