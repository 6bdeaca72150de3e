import { expect, test } from 'vitest'
import { OpenPurchases } from './open-purchases.ts'

const MINUTE_MS = 60_000

test('a purchase keeps its reference until it ends or grows old, and has it to itself', () => {
  const purchases = new OpenPurchases()
  const first = purchases.referenceFor('vault', 0)
  expect(purchases.referenceFor('vault', 24 * MINUTE_MS)).toBe(first)
  expect(purchases.referenceFor('pouch', 0)).not.toBe(first)
  const later = purchases.referenceFor('vault', 25 * MINUTE_MS)
  expect(later).not.toBe(first)
  purchases.end(first)
  expect(purchases.referenceFor('vault', 25 * MINUTE_MS)).toBe(later)
  purchases.end(later)
  expect(purchases.referenceFor('vault', 25 * MINUTE_MS)).not.toBe(later)
})
