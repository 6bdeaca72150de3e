import { expect, test } from 'vitest'
import { KEPT_MS, LEASE_MS, nextTry } from './receipt-rules.ts'

test('a mail is tried again after 1, 5, 15 and 30 minutes, and every 30 from then on', () => {
  const now = new Date('2026-03-15T10:00:00Z')
  const minutes = [1, 2, 3, 4, 5, 60].map((tries) => (nextTry(tries, now).getTime() - now.getTime()) / 60_000)
  expect(minutes).toEqual([1, 5, 15, 30, 30, 30])
})

test('an address is kept for a day, a try has two minutes', () => {
  expect([KEPT_MS, LEASE_MS]).toEqual([86_400_000, 120_000])
})
