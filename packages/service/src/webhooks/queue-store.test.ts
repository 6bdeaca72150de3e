import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { explainStatements } from '../../test/explain.ts'
import type { Database } from '../db/database.ts'
import { MOST_COUNTED, readOldestDue, readQueueDepth } from './queue-store.ts'
import type { SubscriptionKey } from './subscription-store.ts'

const now = new Date('2026-03-14T09:26:53Z')
const later = new Date(now.getTime() + 60_000)

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
beforeEach(() => sql`truncate webhook_queue`.execute(db))
afterAll(() => close())

const newKey = (): SubscriptionKey => ({ merchantId: randomUUID(), id: randomUUID() })

const fill = (count: number, dueAt: Date, { merchantId, id } = newKey()): Promise<unknown> =>
  sql`
    insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
      subject_hash, step, due_at, created_at)
    select ${merchantId}::uuid, ${id}::uuid, ${now}::timestamptz - nr * interval '1 millisecond', 'evt_' || nr,
      gen_random_uuid(), 'payment_approved', '{}', hashtextextended(${id}, 0), nr, 0, ${dueAt}::timestamptz, ${now}::timestamptz
    from generate_series(1, ${count}::integer) as nr
  `.execute(db)

test('a queue is counted as it is while it is short', async () => {
  expect(await readQueueDepth(db, now)).toEqual({ waiting: 0, due: 0 })
  await fill(3, now)
  await fill(2, later)
  expect(await readQueueDepth(db, now)).toEqual({ waiting: 5, due: 3 })
})

test('what a scrape costs does not grow with the queue', async () => {
  await fill(3, now)
  await fill(3 * MOST_COUNTED, later)
  expect(await readQueueDepth(db, now)).toEqual({ waiting: MOST_COUNTED, due: 3 })
  const { db: explaining, plans } = explainStatements(db)
  await readQueueDepth(explaining, now)
  expect(plans[0]?.rowsRead('webhook_queue')).toBeLessThan(MOST_COUNTED + 100)
  expect(await readQueueDepth(db, later)).toEqual({ waiting: MOST_COUNTED, due: MOST_COUNTED })
})

test('the oldest that is due is the first of all that wait for an enabled subscription', async () => {
  expect(await readOldestDue(db)).toBeNull()
  const [one, other, disabled] = [newKey(), newKey(), newKey()]
  for (const key of [one, other, disabled]) await insertEnabledSubscription(db, key, now)
  await sql`update webhook_subscriptions set status = 'disabled', disabled_at = ${now} where id = ${disabled.id}`.execute(
    db,
  )
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000)
  await fill(1, ago(300), disabled)
  await fill(2, later, one)
  expect(await readOldestDue(db)).toEqual(later)
  await fill(2, ago(20), other)
  expect(await readOldestDue(db)).toEqual(ago(20))
})
