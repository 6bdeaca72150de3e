import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../test/databases.ts'
import type { Database, Executor } from '../db/database.ts'
import { claimDue, releaseDeliveries, waitingSubscriptions } from './claim-store.ts'
import { recordAttempts } from './delivery-store.ts'
import { resumeWaiting, startOf } from './replay-store.ts'

const LEASE_MS = 30_000
const start = new Date('2026-03-14T09:00:00Z')
const later = (ms: number): Date => new Date(start.getTime() + ms)
const merchantId = randomUUID()
const [lost, holder] = [randomUUID(), randomUUID()]

let db: Database
let close: () => Promise<void>
let subscriptionId: string
let subject = 0
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
const queue = async (eventId: string, dueAt: Date, subjectHash = subject): Promise<void> => {
  await sql`
    insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
      subject_hash, step, due_at, created_at)
    values (${merchantId}::uuid, ${subscriptionId}::uuid, ${start}, ${eventId}, gen_random_uuid(), 'payment_approved', '{}',
      hashtextextended(${subscriptionId}::text, 0), ${subjectHash}, 0, ${dueAt}, ${start})
  `.execute(db)
}
/** One delivery that is due. */
beforeEach(async () => {
  subscriptionId = randomUUID()
  subject += 2
  await queue('evt_1', start)
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

  test('that one worker has is neither given up nor begun anew where its subscription is enabled', async () => {
    await claim(holder, start)
    const key = { id: subscriptionId, merchantId }
    for (const since of [start, later(1)]) {
      await resumeWaiting(db, key, { after: startOf(new Date(0)), limit: 10, at: later(-1), since })
      expect(await queued()).toMatchObject([{ lease: holder, due_at: start }])
    }
  })

  test.runIf(testDatabase === 'postgres')('that is being taken is passed over, without waiting', async () => {
    await db.transaction().execute(async (transaction) => {
      expect(await claim(lost, start, transaction)).toHaveLength(1)
      expect(await claim(holder, start)).toEqual([])
    })
  })
})

const failed = (now: Date) => ({
  at: now.toISOString(),
  duration_ms: 1,
  status_code: null,
  failure: 'timeout' as const,
})

/** Whether the commit of a transaction that goes on will wait for the disk. */
const synchronousCommit = async (executor: Executor): Promise<unknown> => {
  const { rows } = await sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`.execute(
    executor,
  )
  return rows[0]?.setting
}

test('a delivery is taken, and its attempt written down, by commits that do not wait for the disk', async () => {
  const usual = await synchronousCommit(db)
  expect(usual).not.toBe('off')
  const [delivery] = await db.transaction().execute(async (transaction) => {
    const taken = await claim(holder, start, transaction)
    expect(await synchronousCommit(transaction)).toBe('off')
    return taken
  })
  if (delivery === undefined) throw new Error('nothing was taken')
  await db.transaction().execute(async (transaction) => {
    const record = { delivery, attempt: failed(start), status: 'pending' as const, nextAttemptAt: later(1_000) }
    await recordAttempts(transaction, { lease: holder, now: start, records: [record] })
    expect(await synchronousCommit(transaction)).toBe('off')
  })
  expect(await synchronousCommit(db)).toBe(usual)
})

describe('what was tried', () => {
  test.each([
    ['at once after a first attempt', 0, later(1_000)],
    ['in its own time after another', 1, later(60_000)],
  ])('lets the next about its subject come up %s', async (_when, step, expected) => {
    await queue('evt_2', later(60_000))
    const [delivery] = await claim(holder, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const now = later(1_000)
    const record = { delivery: { ...delivery, step }, attempt: failed(now), status: 'failed' as const }
    await recordAttempts(db, { lease: holder, now, records: [{ ...record, nextAttemptAt: null }] })
    expect(await queued()).toMatchObject([{ due_at: expected }])
  })

  test('has the next about its subject stand back no longer, though it is to be tried again itself', async () => {
    await queue('evt_2', later(1_000))
    const [delivery] = await claim(holder, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const record = { delivery, attempt: failed(start), status: 'pending' as const, nextAttemptAt: later(60_000) }
    await recordAttempts(db, { lease: holder, now: later(1_000), records: [record] })
    expect(await claim(holder, later(1_000))).toMatchObject([{ eventId: 'evt_2', isNext: true }])
  })

  test.runIf(testDatabase === 'postgres')(
    'is written down without waiting for who holds the next about its subject',
    async () => {
      await queue('evt_2', later(60_000))
      const [delivery] = await claim(holder, start)
      if (delivery === undefined) throw new Error('nothing was taken')
      const record = { delivery, attempt: failed(start), status: 'failed' as const, nextAttemptAt: null }
      await db.transaction().execute(async (holding) => {
        await holding.selectFrom('webhook_queue').select('id').where('event_id', '=', 'evt_2').forUpdate().execute()
        await recordAttempts(db, { lease: holder, now: start, records: [record] })
      })
      expect(await queued()).toMatchObject([{ due_at: later(60_000) }])
    },
  )

  test('lets the first come up of those that nobody has in hand', async () => {
    await queue('evt_2', start)
    await queue('evt_3', later(60_000))
    await queue('evt_4', later(60_000))
    const [delivery] = await claim(holder, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    await sql`update webhook_queue set lease = ${lost}, due_at = ${start}, leased_until = ${later(LEASE_MS)}
      where subscription_id = ${subscriptionId}::uuid and event_id = 'evt_2'`.execute(db)
    const now = later(1_000)
    const record = { delivery, attempt: failed(now), status: 'failed' as const, nextAttemptAt: null }
    await recordAttempts(db, { lease: holder, now, records: [record] })
    const due = db.selectFrom('webhook_queue').select('due_at').where('subscription_id', '=', subscriptionId)
    expect((await due.orderBy('event_id').execute()).map(({ due_at }) => due_at)).toEqual([start, now, later(60_000)])
  })

  test('is no failure of what has arrived before, though it was queued once more in that moment', async () => {
    const [delivery] = await claim(holder, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    await sql`
      insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts,
        created_at)
      select merchant_id, subscription_id, event_at, event_id, id, event_type, 'delivered', '[]', created_at
      from webhook_queue where subscription_id = ${subscriptionId}::uuid
    `.execute(db)
    const now = later(1_000)
    const record = { delivery, attempt: failed(now), status: 'failed' as const, nextAttemptAt: null }
    await recordAttempts(db, { lease: holder, now, records: [record] })
    const ended = db.selectFrom('webhook_deliveries').select(['status', 'attempts'])
    expect(await ended.where('subscription_id', '=', subscriptionId).execute()).toEqual([
      { status: 'delivered', attempts: [failed(now)] },
    ])
  })

  test('is written down once, beside what another worker has ended', async () => {
    await queue('evt_2', start, subject + 1)
    const deliveries = await claim(holder, start)
    expect(deliveries).toHaveLength(2)
    await sql`delete from webhook_queue where subscription_id = ${subscriptionId}::uuid and event_id = 'evt_1'`.execute(
      db,
    )
    const [now, nextAttemptAt] = [later(1_000), later(6_000)]
    const records = deliveries.map((delivery) => ({
      delivery,
      attempt: failed(now),
      status: 'pending' as const,
      nextAttemptAt,
    }))
    expect(await recordAttempts(db, { lease: holder, now, records })).toEqual([])
    expect(await queued()).toEqual([{ lease: null, leased_until: null, step: 1, due_at: nextAttemptAt }])
  })

  test.runIf(testDatabase === 'postgres')(
    'is still to be written down where another transaction holds its delivery, and nothing else is',
    async () => {
      await queue('evt_2', start, subject + 1)
      const [nextAttemptAt, attempt] = [later(6_000), failed(start)]
      const deliveries = await claim(holder, start)
      const records = deliveries.map((delivery) => ({ delivery, attempt, status: 'pending' as const, nextAttemptAt }))
      const left = await db.transaction().execute(async (holding) => {
        await holding.selectFrom('webhook_queue').select('id').where('event_id', '=', 'evt_1').forUpdate().execute()
        return recordAttempts(db, { lease: holder, now: start, records })
      })
      expect(left.map(({ delivery }) => delivery.eventId)).toEqual(['evt_1'])
      expect((await queued()).map(({ step }) => step).toSorted()).toEqual([0, 1])
    },
  )
})

test('subscriptions for which something waits are all visited, a few at a time and each once', async () => {
  const ids = Array.from({ length: 5 }, () => randomUUID())
  await sql`insert into merchants (id, name, created_at) values (${merchantId}, 'Coins', ${start})`.execute(db)
  for (const id of ids) {
    await sql`
      insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, created_at)
      values (${id}, ${merchantId}, '', 'https://coins.example', 'enabled', ${start})
    `.execute(db)
    subscriptionId = id
    await queue('evt_1', start)
  }
  const visited: string[] = []
  let after: string | null = null
  do {
    const { enabled, next } = await waitingSubscriptions(db, { after, limit: 2 })
    visited.push(...enabled.map(({ id }) => id))
    after = next
  } while (after !== null)
  expect(visited.toSorted()).toEqual(ids.toSorted())
})

describe('a worker that has lost its lease', () => {
  const report = async (status: 'delivered' | 'failed' | 'pending') => {
    const [delivery] = await claim(lost, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const now = later(LEASE_MS)
    await claim(holder, now)
    const nextAttemptAt = status === 'pending' ? later(3_600_000) : null
    await recordAttempts(db, { lease: lost, now, records: [{ delivery, attempt: failed(now), status, nextAttemptAt }] })
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

  test('adds nothing to what another subscription was sent of the event', async () => {
    const [delivery] = await claim(lost, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const records = (at: Date) => [{ delivery, attempt: failed(at), status: 'failed' as const, nextAttemptAt: null }]
    await recordAttempts(db, { lease: lost, now: start, records: records(start) })
    const other = randomUUID()
    await sql`
      insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts,
        created_at)
      select merchant_id, ${other}::uuid, event_at, event_id, gen_random_uuid(), event_type, status, '[]', created_at
      from webhook_deliveries where subscription_id = ${subscriptionId}::uuid
    `.execute(db)
    await recordAttempts(db, { lease: lost, now: start, records: records(later(1)) })
    const attemptsOf = async (id: string) => {
      const row = db.selectFrom('webhook_deliveries').select('attempts').where('subscription_id', '=', id)
      return (await row.executeTakeFirstOrThrow()).attempts.length
    }
    expect([await attemptsOf(subscriptionId), await attemptsOf(other)]).toEqual([2, 0])
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
    const record = (status: 'delivered' | 'failed', at: Date) => {
      const failure = status === 'failed' ? ('timeout' as const) : null
      const attempt = { at: at.toISOString(), duration_ms: 1, status_code: null, failure }
      return [{ delivery, attempt, status, nextAttemptAt: null }]
    }
    await recordAttempts(db, { lease: holder, now, records: record(earlier, now) })
    await recordAttempts(db, { lease: lost, now, records: record(late, start) })
    expect(await queued()).toEqual([])
    const ended = db.selectFrom('webhook_deliveries').select(['status', 'attempts'])
    const [row, ...more] = await ended.where('subscription_id', '=', subscriptionId).execute()
    expect(more).toEqual([])
    expect(row?.status).toBe(expected)
    expect(row?.attempts.map(({ failure }) => failure)).toEqual(
      [earlier, late].map((status) => (status === 'failed' ? 'timeout' : null)),
    )
  })

  test('loses no attempt at what is replayed in the moment in which it finds that another has ended it', async () => {
    const [delivery] = await claim(lost, start)
    if (delivery === undefined) throw new Error('nothing was taken')
    const now = later(LEASE_MS)
    await claim(holder, now)
    const record = (at: Date) => [{ delivery, attempt: failed(at), status: 'failed' as const, nextAttemptAt: null }]
    await recordAttempts(db, { lease: holder, now, records: record(now) })
    const replayed = async (): Promise<void> => {
      const ended = db.deleteFrom('webhook_deliveries').where('subscription_id', '=', subscriptionId)
      if ((await ended.executeTakeFirst()).numDeletedRows > 0) await queue('evt_1', now)
    }
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await replayed()
        return result
      },
    })
    await recordAttempts(slow, { lease: lost, now, records: record(start) })
    const attempts = db.selectFrom('webhook_queue').select('attempts').where('subscription_id', '=', subscriptionId)
    expect(await attempts.execute()).toEqual([{ attempts: [failed(start)] }])
  })
})
