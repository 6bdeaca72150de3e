import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { explainStatements, type Plan } from '../../test/explain.ts'
import { planOf as keptPlanOf } from '../../test/kept-plan.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient } from '../auth/create-client.ts'
import type { Database, Executor } from '../db/database.ts'
import { forgetOldReceipts, settleReceipts, takeDueReceipts } from './receipt-store.ts'

const COUNT = 5_000
const clock = createTestClock()
const now = clock.now()
const later = new Date(now.getTime() + 60_000)

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const { merchantId, clientId } = await createClient(db, clock, { merchant: 'Merchant' })
  await sql`
    insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency, item_id,
      item_title, buyer_hash, created_at, expires_at)
    select md5(nr::text)::uuid, ${merchantId}::uuid, ${clientId}, 'widget', nr::text::bytea, '', 'Created', 1, 'USD', '', '', '',
      ${now}::timestamptz, ${later}::timestamptz
    from generate_series(1, ${COUNT}::integer) as nr
  `.execute(db)
  // Every other payment is approved.
  await sql`
    insert into receipt_mails (intent_id, email_encrypted, created_at, due_at)
    select md5(nr::text)::uuid, '', ${now}::timestamptz, case when nr % 2 = 0 then ${now}::timestamptz end
    from generate_series(1, ${COUNT}::integer) as nr
  `.execute(db)
  await sql`analyze receipt_mails`.execute(db)
})
afterAll(() => close())

const planOf = async (run: (executor: Executor) => Promise<unknown>): Promise<Plan | undefined> => {
  const { db: explaining, plans } = explainStatements(db)
  await run(explaining)
  return plans[0]
}

test('what is due is taken without reading what waits', async () => {
  const plan = await planOf((executor) => takeDueReceipts(executor, { now, leaseUntil: later, limit: 8 }))
  expect(plan?.rowsRead('receipt_mails')).toBeLessThanOrEqual(16)
})

test('that none is old is known without reading any', async () => {
  const plan = await planOf((executor) => forgetOldReceipts(executor, new Date(now.getTime() - 1)))
  expect(plan?.readWhole).toEqual([])
  expect(plan?.rowsRead('receipt_mails')).toBe(0)
})

test('a payment’s end finds its receipt by its id', async () => {
  await db.connection().execute(async (connection) => {
    for (const approvedAt of [now, null]) {
      const settle = settleReceipts(connection, [randomUUID()], approvedAt).compile()
      expect((await keptPlanOf(connection, settle, 'force_generic_plan')).readWhole).toEqual([])
    }
  })
})
