import { expect, test } from 'vitest'
import { formatPrice, withLatinDigits } from './price.ts'

test('a price stands in a left-to-right sentence as it is', () => {
  expect(formatPrice('en', '1234.50', 'USD')).toBe('$1,234.50')
  expect(formatPrice('de', '1234.50', 'EUR')).toBe('1.234,50\u00a0€')
})

test('a price in a right-to-left sentence keeps its order: it is isolated, and its currency once more', () => {
  expect(formatPrice('he', '9.99', 'USD')).toMatch(/^\u2067.*9\.99.*\u2066\$\u2069\u2069$/)
})

test('a locale with digits of its own writes the ones that card numbers have', () => {
  expect(formatPrice(withLatinDigits('ar-EG'), '9.99', 'USD')).toMatch(/9[.,٫]99/)
  expect(withLatinDigits('de-AT')).toBe('de-AT-u-nu-latn')
})

test('a price is never a float', () => {
  expect(formatPrice('en', '9007199254740993.07', 'USD')).toBe('$9,007,199,254,740,993.07')
})
