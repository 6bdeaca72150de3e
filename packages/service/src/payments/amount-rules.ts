/** Decimal strings with two decimals, in whole cents: money is never a floating number. */
export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Cents, none of them owed, as a decimal string with two decimals. */
export const amountOf = (cents: bigint): string =>
  cents
    .toString()
    .padStart(3, '0')
    .replace(/(?=..$)/, '.')
