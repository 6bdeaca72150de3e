import { expect, test } from 'vitest'
import { OpenPurchases } from './open-purchases.ts'

const MINUTE_MS = 60_000

test('a purchase keeps its key until it ends or grows old, and has it to itself', () => {
  const purchases = new OpenPurchases()
  const key = purchases.keyFor('vault', 0)
  expect(purchases.keyFor('vault', 24 * MINUTE_MS)).toBe(key)
  expect(purchases.keyFor('pouch', 0)).not.toBe(key)
  const later = purchases.keyFor('vault', 25 * MINUTE_MS)
  expect(later).not.toBe(key)
  purchases.end('vault')
  expect(purchases.keyFor('vault', 25 * MINUTE_MS)).not.toBe(later)
})
