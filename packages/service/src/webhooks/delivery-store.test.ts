import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../test/databases.ts'
import type { Database, Executor } from '../db/database.ts'
import { claimDue, releaseDeliveries } from './claim-store.ts'
import { recordAttempts } from './delivery-store.ts'

const LEASE_MS = 30_000
const start = new Date('2026-03-14T09:00:00Z')
const later = (ms: number): Date => new Date(start.getTime() + ms)
const merchantId = randomUUID()
const [lost, holder] = [randomUUID(), randomUUID()]

let db: Database
let close: () => Promise<void>
let subscriptionId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
/** One delivery that is due. */
beforeEach(async () => {
  subscriptionId = randomUUID()
  await sql`
    insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
      subject_hash, step, due_at, created_at)
    values (${merchantId}::uuid, ${subscriptionId}::uuid, ${start}, 'evt_1', gen_random_uuid(), 'payment_approved', '{}',
      hashtextextended(${subscriptionId}::text, 0), 7, 0, ${start}, ${start})
  `.execute(db)
})
afterAll(() => close())

const claim = (lease: string, now: Date, executor: Executor = db) =>
  claimDue(executor, {
    now,
    lease,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    wanted: [{ merchantId, id: subscriptionId, capacity: 10 }],
  })
const queued = () =>
  db
    .selectFrom('webhook_queue')
    .select(['lease', 'leased_until', 'step', 'due_at'])
    .where('subscription_id', '=', subscriptionId)
    .execute()

describe('a delivery', () => {
  test('that one worker has is taken by no other until the lease has ended', async () => {
    expect(await claim(lost, start)).toHaveLength(1)
    expect(await claim(holder, later(LEASE_MS - 1))).toEqual([])
    expect(await claim(holder, later(LEASE_MS))).toHaveLength(1)
  })

  test.runIf(testDatabase === 'postgres')('that is being taken is passed over, without waiting', async () => {
    await db.transaction().execute(async (transaction) => {
      expect(await claim(lost, start, transaction)).toHaveLength(1)
      expect(await claim(holder, start)).toEqual([])
    })
  })
})

describe('a worker that has lost its lease', () => {
  const report = async (status: 'delivered' | 'failed' | 'pending') => {
    const [delivery] = await claim(lost, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const now = later(LEASE_MS)
    await claim(holder, now)
    const attempt = { at: now.toISOString(), duration_ms: 1, status_code: null, failure: 'timeout' as const }
    const nextAttemptAt = status === 'pending' ? later(3_600_000) : null
    await recordAttempts(db, { lease: lost, now, records: [{ delivery, attempt, status, nextAttemptAt }] })
  }

  test.each(['failed', 'pending'] as const)('leaves the delivery to the one that has it: %s', async (status) => {
    await report(status)
    const held = { lease: holder, leased_until: later(2 * LEASE_MS), step: 1, due_at: start }
    expect(await queued()).toEqual([held])
  })

  test('gives back nothing of what another has', async () => {
    const [delivery] = await claim(lost, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    await claim(holder, later(LEASE_MS))
    await releaseDeliveries(db, lost, [delivery])
    expect(await queued()).toMatchObject([{ lease: holder }])
    await releaseDeliveries(db, holder, [delivery])
    expect(await queued()).toMatchObject([{ lease: null, leased_until: null }])
  })

  test('ends it all the same where it has arrived', async () => {
    await report('delivered')
    expect(await queued()).toEqual([])
  })

  test.each([
    ['failed', 'delivered', 'delivered'],
    ['delivered', 'failed', 'delivered'],
    ['failed', 'failed', 'failed'],
  ] as const)('adds %s to what another has ended as %s: %s', async (late, earlier, expected) => {
    const [delivery] = await claim(lost, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const now = later(LEASE_MS)
    await claim(holder, now)
    const record = (status: 'delivered' | 'failed') => {
      const failure = status === 'failed' ? ('timeout' as const) : null
      const attempt = { at: now.toISOString(), duration_ms: 1, status_code: null, failure }
      return [{ delivery, attempt, status, nextAttemptAt: null }]
    }
    await recordAttempts(db, { lease: holder, now, records: record(earlier) })
    await recordAttempts(db, { lease: lost, now, records: record(late) })
    expect(await queued()).toEqual([])
    const ended = db.selectFrom('webhook_deliveries').select(['status', 'attempts'])
    const [row, ...more] = await ended.where('subscription_id', '=', subscriptionId).execute()
    expect(more).toEqual([])
    expect(row?.status).toBe(expected)
    expect(row?.attempts.map(({ failure }) => failure)).toEqual(
      [earlier, late].map((status) => (status === 'failed' ? 'timeout' : null)),
    )
  })
})
