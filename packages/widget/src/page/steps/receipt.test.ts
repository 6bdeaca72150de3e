import { expect, test } from 'vitest'
import { receiptText } from './receipt.ts'

test('what reads the other way than the receipt around it keeps its ends in their places', () => {
  const lines = [
    ['Item', 'متجر!'],
    ['Reference', 'order-12 #'],
  ] as const
  expect(receiptText(lines, ': ', 'ltr')).toBe('Item: \u2068متجر!\u2069\nReference: order-12 #\n')
  expect(receiptText(lines, ': ', 'rtl')).toBe('Item: \u2068متجر!\u2069\nReference: \u2068order-12 #\u2069\n')
})
