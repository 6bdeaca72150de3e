import { expect, test } from 'vitest'
import { hasCardExpired } from './card-expiry.ts'

test('a card is good until its month has ended everywhere', () => {
  expect(hasCardExpired(12, 2028, Date.UTC(2028, 11, 31, 23))).toBe(false)
  expect(hasCardExpired(12, 2028, Date.UTC(2029, 0, 1, 11))).toBe(false)
  expect(hasCardExpired(12, 2028, Date.UTC(2029, 0, 1, 13))).toBe(true)
})
