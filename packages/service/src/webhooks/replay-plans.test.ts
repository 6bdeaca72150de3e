import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { explainStatements, type Plan } from '../../test/explain.ts'
import type { Executor } from '../db/database.ts'
import { queueMissed, resumeWaiting, startOf } from './replay-store.ts'

const EVENTS = 5_000
const READ = 100

const at = new Date('2026-03-14T09:26:53Z')
const key = { id: randomUUID(), merchantId: randomUUID() }
/** The place before the last of them, which lie behind all others in the index. */
const after = startOf(new Date(at.getTime() - READ))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  await insertEnabledSubscription(db, key, at)
  await sql`
    insert into webhook_events (merchant_id, id, type, subject, body, created_at)
    select ${key.merchantId}::uuid, 'evt_' || nr, 'payment_approved', nr::text, '{}',
      ${at}::timestamptz - nr * interval '1 millisecond'
    from generate_series(0, ${EVENTS}::integer - 1) nr
  `.execute(db)
})
afterEach(async () => {
  await sql`delete from webhook_deliveries`.execute(database.db)
  await sql`delete from webhook_queue`.execute(database.db)
})
afterAll(() => database.close())

const deliver = (status: string): Promise<unknown> =>
  sql`
    insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, attempts, created_at,
      status)
    select merchant_id, ${key.id}::uuid, created_at, id, webhook_delivery_id(created_at), type, '[]', created_at, ${status}
    from webhook_events
  `.execute(database.db)

const queue = (): Promise<unknown> =>
  sql`
    insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
      subject_hash, step, due_at, created_at)
    select merchant_id, ${key.id}::uuid, created_at, id, webhook_delivery_id(created_at), type, body, 1, 1, 1, created_at,
      created_at
    from webhook_events
  `.execute(database.db)

const plansOf = async (run: (executor: Executor) => Promise<unknown>): Promise<readonly Plan[]> => {
  const { db, plans } = explainStatements(database.db)
  await run(db)
  return plans
}

/** Rows read for each event, of tables that were never analysed. */
const readOf = (plans: readonly Plan[], table: string): number =>
  plans.reduce((rows, plan) => rows + plan.rowsRead(table), 0) / READ

test.each([
  ['have arrived', 'delivered'],
  ['have failed', 'failed'],
])('of events that %s, those before are not read again for each', async (_what, status) => {
  await deliver(status)
  await queue()
  const request = { after, until: at, at, limit: EVENTS, isAnew: true }
  const plans = await plansOf((executor) => queueMissed(executor, key, request))
  expect(readOf(plans, 'webhook_deliveries_default')).toBeLessThan(5)
  expect(readOf(plans, 'webhook_queue')).toBeLessThan(5)
})

test.each([
  ['due', new Date(0)],
  ['given up', new Date(at.getTime() + 1)],
])('of what waited and is %s, those before are not read again for each', async (_what, since) => {
  await queue()
  const plans = await plansOf((executor) => resumeWaiting(executor, key, { after, since, at, limit: EVENTS }))
  expect(readOf(plans, 'webhook_queue')).toBeLessThan(5)
})
