import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, someoneWaitsFor, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { approvalEvent } from '../../test/events.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createLogger } from '../platform/log.ts'
import { beginReplay, beginResume, continueBackfill, newRound } from './backfill.ts'
import { startBackfill } from './backfill-store.ts'
import { recordEvent } from './outbox.ts'
import { startOf } from './replay-store.ts'
import { markCatchingUp, type SubscriptionKey } from './subscription-store.ts'

const DAY_MS = 86_400_000
const clock = createTestClock()
const log = createLogger('silent')

let database: TestDatabase
let key: SubscriptionKey
beforeEach(async () => {
  database ??= await openTestDatabase()
  key = { id: randomUUID(), merchantId: randomUUID() }
  await insertEnabledSubscription(database.db, key, clock.now())
})
afterEach(() => database.db.deleteFrom('webhook_backfills').execute())
afterAll(() => database.close())

const resumeFrom = async (since: Date, of: SubscriptionKey = key): Promise<void> => {
  const backfill = { ...of, kind: 'resume', since, startedAt: since, walked: null, reached: startOf(since) } as const
  await startBackfill(database.db, backfill, 0)
  await markCatchingUp(database.db, of)
}

/** Works while an event of that time is being recorded, and to the end once it is. @returns whether it was queued. */
const catchUpBeside = async (at: Date): Promise<boolean> => {
  const { db } = database
  let working: Promise<boolean> | undefined
  let isOver = false
  const id = await db.transaction().execute(async (transaction) => {
    const recorded = await recordEvent(transaction, approvalEvent(key.merchantId, at))
    working = continueBackfill({ db, clock, log }, newRound()).finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await someoneWaitsFor(transaction))).toBe(true)
    return recorded
  })
  await working
  expect(await db.selectFrom('webhook_backfills').select('kind').execute()).toEqual([])
  while (await continueBackfill({ db, clock, log }, newRound()));
  const queued = await db.selectFrom('webhook_queue').select('event_id').execute()
  return queued.some(({ event_id }) => event_id === id)
}

/** As if all that is due had been tried in vain. */
const putOff = () =>
  database.db
    .updateTable('webhook_queue')
    .set({ due_at: new Date(clock.now().getTime() + DAY_MS) })
    .execute()

/** So many events, a millisecond after one another; one batch holds 1,000. */
const recordMany = (since: Date, count = 1_001) =>
  sql`
    insert into webhook_events (merchant_id, id, type, subject, body, created_at)
    select ${key.merchantId}::uuid, 'evt_' || gen_random_uuid(), 'payment_approved', gen_random_uuid(), '{}',
      ${since}::timestamptz + nr * interval '1 millisecond'
    from generate_series(1, ${count}::integer) as nr
  `.execute(database.db)

describe.runIf(testDatabase === 'postgres')('an event that is being recorded as a subscription catches up', () => {
  test('is queued where it is the very last', async () => {
    await resumeFrom(clock.now())
    expect(await catchUpBeside(clock.now())).toBe(true)
  })

  test('is queued where many that were recorded after it are there before it', async () => {
    const since = clock.now()
    await recordMany(since)
    clock.advance(2_000)
    await resumeFrom(since)
    expect(await catchUpBeside(since)).toBe(true)
  })
})

test('a replay that is begun as a subscription catches up is queued to its end', async () => {
  const { db } = database
  const since = new Date(clock.now().getTime() - 60_000)
  await recordMany(since)
  await resumeFrom(clock.now())
  let replaying: Promise<number> | undefined
  let looks = 0
  const replayMeanwhile = () => {
    looks += 1
    // It looks when it begins, then each time it catches up: on the embedded database the replay comes between the two.
    if (looks === 2) {
      const request = { since, at: clock.now() }
      replaying = db.transaction().execute((transaction) => beginReplay(transaction, key, request))
    }
    return clock.now()
  }
  while (await continueBackfill({ db, clock: { ...clock, now: replayMeanwhile }, log }, newRound()));
  expect(await replaying).toBe(1_000)
  await putOff()
  while (await continueBackfill({ db, clock, log }, newRound()));
  const queued = db.selectFrom('webhook_queue').select('event_id').where('subscription_id', '=', key.id)
  expect(await queued.execute()).toHaveLength(1_001)
})

test('a replay waits while a thousand deliveries are due, so that an event that is new comes behind no more', async () => {
  const { db } = database
  const since = new Date(clock.now().getTime() - 60_000)
  await recordMany(since, 2_500)
  await db.transaction().execute((transaction) => beginReplay(transaction, key, { since, at: clock.now() }))
  expect(await continueBackfill({ db, clock, log }, newRound())).toBe(false)
  const queue = db.selectFrom('webhook_queue').select('event_id').where('subscription_id', '=', key.id)
  expect(await queue.execute()).toHaveLength(1_000)
  const { event_id: first } = await queue.executeTakeFirstOrThrow()
  await db.deleteFrom('webhook_queue').where('event_id', '=', first).execute()
  expect(await continueBackfill({ db, clock, log }, newRound())).toBe(true)
  expect(await queue.execute()).toHaveLength(1_999)
  expect(await continueBackfill({ db, clock, log }, newRound())).toBe(false)
})

/** Begins to catch up with a whole batch, then records an event of that time. @returns it, and all that is queued in the end. */
const recordBesideBatch = async (missedSince: Date, at: () => Date) => {
  const { db } = database
  await recordMany(missedSince, 1_000)
  clock.advance(1_000)
  const request = { since: missedSince, missedSince, at: clock.now() }
  await db.transaction().execute((transaction) => beginResume(transaction, key, request))
  const id = await recordEvent(db, approvalEvent(key.merchantId, at()))
  while (await continueBackfill({ db, clock, log }, newRound()));
  const queued = await db.selectFrom('webhook_queue').select('event_id').where('subscription_id', '=', key.id).execute()
  return { id, queued: queued.map(({ event_id: eventId }) => eventId) }
}

test('an event is queued that was under way as a whole batch was that came after it, and none from before', async () => {
  const since = clock.now()
  await recordMany(new Date(since.getTime() - 10), 9)
  const { id, queued } = await recordBesideBatch(since, () => new Date(since.getTime() + 500))
  expect(queued).toContain(id)
  expect(queued).toHaveLength(1_001)
})

test('an event is queued that is recorded as a subscription catches up, though the clock has been set back', async () => {
  const { id, queued } = await recordBesideBatch(clock.now(), () => {
    clock.advance(-DAY_MS)
    return clock.now()
  })
  expect(queued).toContain(id)
})

test('what one has missed goes on after a batch of each other, however much it is and whoever came first', async () => {
  const { db } = database
  const since = new Date(clock.now().getTime() - 120_000)
  await recordMany(since, 3_500)
  await resumeFrom(since)
  const other = { id: randomUUID(), merchantId: randomUUID() }
  await insertEnabledSubscription(db, other, clock.now())
  const late = new Date(since.getTime() + 10_000)
  await recordEvent(db, approvalEvent(other.merchantId, late))
  await resumeFrom(late, other)
  const queuedOf = async ({ id }: SubscriptionKey) =>
    (await db.selectFrom('webhook_queue').select('id').where('subscription_id', '=', id).execute()).length
  const round = newRound()
  for (let batch = 0; batch < 2; batch += 1) await continueBackfill({ db, clock, log }, round)
  expect([await queuedOf(key), await queuedOf(other)]).toEqual([1_000, 1])
  while (await continueBackfill({ db, clock, log }, round));
  expect(await queuedOf(key)).toBe(3_500)
})
