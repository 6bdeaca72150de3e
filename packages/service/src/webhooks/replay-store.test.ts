import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, someoneWaitsFor, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { approvalEvent } from '../../test/events.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { claimDue } from './claim-store.ts'
import { recordAttempts } from './delivery-store.ts'
import { recordEvent } from './outbox.ts'
import { type BatchResult, queueMissed, replayOne, resumeWaiting, startOf } from './replay-store.ts'

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
    await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
  })

  expect(await again).toEqual({ queued: 0, next: null })
  expect(await db.selectFrom('webhook_queue').select('event_id').execute()).toEqual([])
  await sql`delete from webhook_deliveries where subscription_id = ${key.id}`.execute(db)
})

describe('what is queued again', () => {
  const later = (ms: number): Date => new Date(start.getTime() + ms)
  const queued = () => database.db.selectFrom('webhook_queue').selectAll().orderBy('due_at').execute()
  afterEach(async () => {
    for (const table of ['webhook_queue', 'webhook_deliveries'] as const) await database.db.deleteFrom(table).execute()
    await database.db.deleteFrom('webhook_events').where('created_at', '>', start).execute()
  })
  /** Ends all that waits as failed, after one more attempt. */
  const fail = async () => {
    const attempt = [{ at: start.toISOString(), duration_ms: 1, status_code: 500, failure: 'http_status' }]
    await sql`
      with ended as (delete from webhook_queue returning *)
      insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts,
        created_at)
      select merchant_id, subscription_id, event_at, event_id, id, event_type, 'failed',
        attempts || ${JSON.stringify(attempt)}::jsonb, created_at from ended
    `.execute(database.db)
  }
  const record = (at: Date) => recordEvent(database.db, approvalEvent(key.merchantId, at))
  const missed = { ...replay, after: startOf(later(1)), until: later(1_000), at: later(5_000), isAnew: true }

  test('stands in the line of its subject and of its subscription, as it did at first', async () => {
    await record(later(1))
    const [first] = await queued()
    const line = { subject_hash: first?.subject_hash, subscription_hash: first?.subscription_hash }
    await database.db.deleteFrom('webhook_queue').execute()
    await queueMissed(database.db, key, missed)
    expect(await queued()).toMatchObject([line])
    await fail()
    await replayOne(database.db, key, String((await ended())[0]?.id), later(6_000))
    expect(await queued()).toMatchObject([{ ...line, due_at: later(6_000), step: 0 }])
  })

  const ended = () => database.db.selectFrom('webhook_deliveries').selectAll().execute()

  test('is what was tried before, with its attempts, in the order in which it happened', async () => {
    const events = []
    for (const ms of [900, 300, 600]) events.push({ ms, id: await record(later(ms)) })
    const before = await queued()
    await fail()
    expect(await queueMissed(database.db, key, { ...missed, after: startOf(later(300)) })).toMatchObject({ queued: 3 })
    const again = await queued()
    const inOrder = events.toSorted((a, b) => a.ms - b.ms).map(({ id }) => id)
    expect(again.map(({ event_id }) => event_id)).toEqual(inOrder)
    expect(again.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1])
    expect(again.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
    const { rows } = await sql<{ distinct: string }>`
      select count(distinct due_at)::text as distinct from webhook_queue
    `.execute(database.db)
    expect(rows).toEqual([{ distinct: '3' }])
  })

  test('begins its schedule anew where its subscription is enabled again', async () => {
    await record(later(1))
    await database.db
      .updateTable('webhook_queue')
      .set({ step: 5, due_at: later(900_000) })
      .execute()
    await resumeWaiting(database.db, key, { after: startOf(start), since: start, at: later(5), limit: 10 })
    expect(await queued()).toMatchObject([{ step: 0, due_at: later(5) }])
  })

  test('is not what a worker has in its hands', async () => {
    await record(later(1))
    const [{ id = '' } = {}] = await queued()
    const claim = { now: later(1), lease, leaseUntil: later(30_000), wanted: [{ ...key, capacity: 1 }] }
    expect(await claimDue(database.db, claim)).toHaveLength(1)
    const held = await queued()
    expect(await queueMissed(database.db, key, missed)).toMatchObject({ queued: 0 })
    await replayOne(database.db, key, id, later(6_000))
    expect(await queued()).toEqual(held)
  })
})
