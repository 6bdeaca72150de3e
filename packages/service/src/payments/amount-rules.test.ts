import { expect, test } from 'vitest'
import { amountOf, centsOf } from './amount-rules.ts'

test.each([
  ['0.00', 0n],
  ['0.05', 5n],
  ['9.99', 999n],
  ['90071992547409.93', 9_007_199_254_740_993n],
])('%s are so many cents, and those the amount again', (amount, cents) => {
  expect(centsOf(amount)).toBe(cents)
  expect(amountOf(cents)).toBe(amount)
})
