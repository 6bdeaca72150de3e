import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import { approvalEvent } from '../../test/events.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient } from '../auth/create-client.ts'
import { reverseChallenges } from '../cards/attempt-store.ts'
import { deletePieces } from '../kyc/upload-store.ts'
import { writeStatus } from '../payments/payment-store.ts'
import type { Secrets } from '../platform/secrets.ts'
import { listEventsAbout, listSubscriptionRecords } from '../webhooks/insight-store.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { loadTargets } from '../webhooks/target-store.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

describe.runIf(testDatabase === 'postgres')('a statement is prepared once, however many rows it is about', () => {
  const clock = createTestClock()
  let db: Database
  let merchantId: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const { url, drop } = await createPostgresDatabase()
    // Of one connection, which tells of its own statements alone.
    db = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
    ;({ merchantId } = await createClient(db, clock, { merchant: 'Ada' }))
    close = async () => {
      await db.destroy()
      await drop()
    }
  })
  afterAll(() => close())

  const secrets = {} as Secrets
  const countPrepared = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db)
    return rows[0]?.count
  }

  test.each<[what: string, send: (ids: readonly string[], now: Date) => Promise<unknown>]>([
    [
      'where webhooks go',
      (ids, now) =>
        loadTargets(
          db,
          secrets,
          ids.map((id) => ({ id, merchantId })),
          now,
        ),
    ],
    [
      'events that are recorded',
      (ids, now) =>
        recordEvents(
          db,
          ids.map((id) => approvalEvent(merchantId, now, id)),
        ),
    ],
    ['intents that end', (ids, now) => writeStatus(db, ids, 'Expired', now)],
    ['intents that are approved', (ids, now) => writeStatus(db, ids, 'Approved', now)],
    ['challenges that are withdrawn', (ids, now) => reverseChallenges(db, ids, now)],
    ['files that are forgotten', (ids) => deletePieces(db, ids)],
    ['events about a payment', (ids, now) => listEventsAbout(db, { merchantId, subject: '', at: ids.map(() => now) })],
    ['subscriptions of merchants', (ids) => listSubscriptionRecords(db, ids)],
  ])('%s', async (_what, send) => {
    const idsOf = (count: number) => Array.from({ length: count }, () => randomUUID())
    // Of one row it may be another.
    for (const count of [1, 2]) await send(idsOf(count), clock.now())
    const before = await countPrepared()
    for (const count of [3, 4, 50]) await send(idsOf(count), clock.now())
    expect(await countPrepared()).toBe(before)
  })
})
