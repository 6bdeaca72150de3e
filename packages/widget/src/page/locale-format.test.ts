import { expect, test } from 'vitest'
import { createFormats } from './locale-format.ts'

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f\u200f\u200e]/g, ' ').trim()

test.each([
  ['en-US', 'USD', '$9.99'],
  ['en', 'EUR', '€9.99'],
  ['de', 'EUR', '9,99 €'],
  ['fr', 'EUR', '9,99 €'],
  ['ja', 'USD', '$9.99'],
])('in %s %s is written %s', (locale, currency, written) => {
  expect(plain(createFormats(locale).price('9.99', currency))).toBe(written)
})

test.each([
  ['ar', '\u2067\u200f9.99\u00a0\u2066US$\u2069\u2069'],
  ['ar-EG', '\u2067\u200f9.99\u00a0\u2066US$\u2069\u2069'],
])('in %s the price and its currency are isolated from the right-to-left text around them', (locale, written) => {
  expect(createFormats(locale).price('9.99', 'USD')).toBe(written)
})

test('every number has the digits of the sentences around it', () => {
  const { span, time, percent, megabytes } = createFormats('ar-EG')
  const written = [span(299_500), time('2029-06-15T12:00:00.000Z'), percent(0.5), megabytes(5_000_000)].join(' ')
  expect(written).toMatch(/^5:00 .*2029.*50.*5/)
  expect(written).not.toMatch(/[٠-٩]/)
})

test('the largest amount keeps every digit', () => {
  expect(createFormats('en-US').price('999999.99', 'USD')).toBe('$999,999.99')
})

test('a span of time counts up to the next second', () => {
  const { span } = createFormats('en')
  expect([span(299_500), span(60_000), span(59_001), span(-5)]).toEqual(['5:00', '1:00', '1:00', '0:00'])
})

test('a time is that of its stamp, a share a percentage', () => {
  const { time, percent } = createFormats('en')
  expect(time('2029-06-15T12:00:00.000Z')).toMatch(/^Jun 1[56], 2029, /)
  expect(percent(0.5)).toBe('50%')
})
