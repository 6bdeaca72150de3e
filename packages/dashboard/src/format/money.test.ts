import { expect, test } from 'vitest'
import { amountText, money, percent, typedAmount } from './money.ts'

test.each([
  ['5', '5.00'],
  ['5.0', '5.00'],
  ['1000,5', '1000.50'],
  ['0.07', '0.07'],
  ['999999.99', '999999.99'],
  ['', ''],
])('%j is the amount %j', (text, amount) => expect(amountText(text)).toBe(amount))

test.each(['1,000', '1.000', '9.999', '1,000.00', '-5', '1e3', '1000000', 'five', ' '])(
  '%j is taken for no amount, and a limit is sent as it was typed',
  (text) => {
    expect(amountText(text)).toBeUndefined()
    expect(typedAmount(text)).toBe(text)
  },
)

test('a limit is sent with two decimals', () => expect(typedAmount(' 2500 ')).toBe('2500.00'))

test('an amount is told in its own currency, and a share with one decimal', () => {
  expect(money('9.99', 'EUR')).toMatch(/^€.?9[.,]99$|^9[.,]99.?€$/)
  expect(money('9.99', 'USD')).not.toContain('€')
  // No floating number has these cents.
  expect(money('90071992547409.93', 'EUR')).toMatch(/[.,]93/)
  expect(percent(0.1256)).toMatch(/^12[.,]6.?%$/)
})
