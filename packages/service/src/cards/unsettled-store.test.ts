import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { explainStatements } from '../../test/explain.ts'
import { fillMerchant } from '../../test/many-rows.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient } from '../auth/create-client.ts'
import { takeUnsettled } from './unsettled-store.ts'

const ATTEMPTS = 200
const clock = createTestClock()

let given: TestDatabase
beforeAll(async () => {
  given = await openTestDatabase()
  const merchant = await createClient(given.db, clock, { merchant: 'Merchant' })
  await fillMerchant(given.db, merchant, { subscriptionId: merchant.merchantId, count: ATTEMPTS, at: clock.now() })
})
afterAll(() => given.close())

test.each([
  ['authorising', 'reversing'],
  ['reversing', 'authorising'],
] as const)('what is due of those that are %s is found without reading all that are %s', async (lane, other) => {
  const now = clock.now()
  await sql`
    update card_attempts set status = case when id = (select max(id::text)::uuid from card_attempts)
      then ${lane} else ${other} end, check_at = ${now}::timestamptz, finished_at = null
  `.execute(given.db)
  const { db, plans } = explainStatements(given.db)
  await takeUnsettled(db, lane, now, 8)
  const read = plans[0]?.rowsRead('card_attempts')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(16)
})
