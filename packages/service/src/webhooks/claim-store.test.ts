import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../test/databases.ts'
import { explainStatements, type Plan } from '../../test/explain.ts'
import type { Database, Executor } from '../db/database.ts'
import { claimDue, releaseAll, waitingSubscriptions } from './claim-store.ts'
import { recordAttempts } from './delivery-store.ts'

const BACKLOG = testDatabase === 'postgres' ? 100_000 : 10_000
const FEWER = 10_000
const BATCH = 100
/** What is read of the queue for each delivery taken: the row, the first of its subject, the row to write to. */
const ROWS_EACH = 3

const now = new Date('2026-03-14T09:00:00Z')
const lease = randomUUID()
const merchantId = randomUUID()
const [distinct, sameSubject, workedOff] = [randomUUID(), randomUUID(), randomUUID()]

let db: Database
let close: () => Promise<void>

const claim = (executor: Executor, id: string, dueFrom?: Date) =>
  claimDue(executor, {
    now,
    lease,
    leaseUntil: new Date(now.getTime() + 30_000),
    wanted: [{ merchantId, id, capacity: BATCH, dueFrom }],
  })

/** Deliveries that fell due at one instant, as enabling and replays write them. */
const fill = (id: string, count: number, subjects = count): Promise<unknown> =>
  sql`
    insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
      subject_hash, step, due_at, created_at)
    select ${merchantId}::uuid, ${id}::uuid, ${now}::timestamptz - nr * interval '1 millisecond', 'evt_' || nr,
      gen_random_uuid(), 'payment_approved', '{}', hashtextextended(${id}::text, 0),
      hashtextextended(${id} || (nr % ${subjects}::integer), 0), 0, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, ${count}::integer) as nr
  `.execute(db)

const planOf = async (run: (executor: Executor) => Promise<unknown>): Promise<Plan> => {
  const { db: explaining, plans } = explainStatements(db)
  await run(explaining)
  const [plan] = plans
  if (plan === undefined) throw new Error('no plan')
  return plan
}

describe(`deliveries of ${BACKLOG} that fell due at one instant, after the empty queue was analysed`, () => {
  beforeAll(async () => {
    ;({ db, close } = await openTestDatabase())
    await sql`analyze webhook_queue`.execute(db)
    // As often as it takes for a plan to be kept.
    for (let time = 0; time < 6; time += 1) await claim(db, distinct)
    await fill(distinct, BACKLOG)
    await fill(sameSubject, FEWER, 1)
    await fill(workedOff, FEWER)
  }, 120_000)
  beforeEach(() => releaseAll(db))
  afterAll(() => close())

  test('are taken without reading more than what is taken and what others have taken', async () => {
    for (let time = 0; time < 3; time += 1) {
      const plan = await planOf((executor) => claim(executor, distinct))
      expect(plan.rowsRead('webhook_queue')).toBeLessThanOrEqual(BATCH * (ROWS_EACH + time))
      expect(plan.pages).toBeLessThan(BATCH * 50)
      expect(plan.nodes.map((node) => node['Node Type'])).not.toContain('Sort')
    }
  })

  test('are taken by the plan that was made for the empty queue', async () => {
    const taken = await claim(db, distinct)
    expect(taken).toHaveLength(BATCH)
    expect(taken.every(({ isNext }) => isNext)).toBe(true)
  })

  test('stand back for the first where all are about one subject, and are not read again', async () => {
    for (let time = 0; time < 2; time += 1) {
      const plan = await planOf((executor) => claim(executor, sameSubject))
      expect(plan.rowsRead('webhook_queue')).toBeLessThanOrEqual(BATCH * ROWS_EACH)
    }
    expect((await claim(db, sameSubject)).filter(({ isNext }) => isNext)).toEqual([])
  })

  test('are passed over by the mark where they are gone from the front, cleared away or not', async () => {
    await sql`update webhook_queue set due_at = event_at where subscription_id = ${workedOff}`.execute(db)
    const mark = new Date(now.getTime() - FEWER / 2)
    await sql`delete from webhook_queue where subscription_id = ${workedOff} and due_at < ${mark}`.execute(db)
    const plan = await planOf((executor) => claim(executor, workedOff, mark))
    expect(plan.rowsRead('webhook_queue')).toBeLessThanOrEqual(BATCH * ROWS_EACH)
    expect(plan.pages).toBeLessThan(BATCH * 50)
  })

  test('are found by one step for each subscription', async () => {
    const plan = await planOf((executor) => waitingSubscriptions(executor, { after: null, limit: 256 }))
    expect(plan.rowsRead('webhook_queue')).toBe(3)
  })

  test('are written down without looking around', async () => {
    const taken = await claim(db, distinct)
    const records = taken.map((delivery) => ({
      delivery,
      attempt: { at: now.toISOString(), duration_ms: 1, status_code: 200, failure: null },
      status: 'delivered' as const,
      nextAttemptAt: null,
    }))
    const plan = await planOf((executor) => recordAttempts(executor, { lease, now, records }))
    expect(plan.rowsRead('webhook_queue')).toBeLessThanOrEqual(BATCH * ROWS_EACH)
    expect(plan.readWhole).toEqual([])
    const { rows } = await sql`select 1 from webhook_deliveries`.execute(db)
    expect(rows).toHaveLength(BATCH)
  })
})
