import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, someoneWaits, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { claimDue } from './claim-store.ts'
import { recordAttempts } from './delivery-store.ts'
import { type BatchResult, queueMissed, startOf } from './replay-store.ts'

const start = new Date('2026-03-14T09:00:00Z')
const lease = randomUUID()
const key = { id: randomUUID(), merchantId: randomUUID() }
const replay = { after: startOf(start), until: start, at: start, limit: 10 }

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  await insertEnabledSubscription(db, key, start)
  await sql`
    insert into webhook_events (merchant_id, id, type, subject, body, created_at)
    values (${key.merchantId}, 'evt_1', 'payment_approved', gen_random_uuid(), '{}', ${start})
  `.execute(db)
})
afterAll(() => database.close())

test.runIf(testDatabase === 'postgres').each([
  ['resumed', false],
  ['replayed', true],
])('what arrives in the moment in which it is %s is not sent again', async (_how, isAnew) => {
  const { db } = database
  expect(await queueMissed(db, key, { ...replay, isAnew })).toEqual({ queued: 1, next: null })
  const [delivery] = await claimDue(db, {
    now: start,
    lease,
    leaseUntil: new Date(start.getTime() + 30_000),
    wanted: [{ ...key, capacity: 1 }],
  })
  if (delivery === undefined) throw new Error('nothing was taken')
  const attempt = { at: start.toISOString(), duration_ms: 1, status_code: 200, failure: null }
  const record = { delivery, attempt, status: 'delivered' as const, nextAttemptAt: null }

  let again: Promise<BatchResult> | undefined
  await db.transaction().execute(async (transaction) => {
    await recordAttempts(transaction, { lease, now: start, records: [record] })
    again = db.transaction().execute((other) => queueMissed(other, key, { ...replay, isAnew }))
    await expect.poll(() => someoneWaits(db)).toBe(true)
  })

  expect(await again).toEqual({ queued: 0, next: null })
  expect(await db.selectFrom('webhook_queue').select('event_id').execute()).toEqual([])
  await sql`delete from webhook_deliveries where subscription_id = ${key.id}`.execute(db)
})
