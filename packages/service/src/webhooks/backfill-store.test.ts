import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createLogger } from '../platform/log.ts'
import { continueBackfill, newRound } from './backfill.ts'
import { type Backfill, endBackfill, saveBackfill, startBackfill, takeBackfill } from './backfill-store.ts'
import { markCatchingUp, setDisabled, type SubscriptionKey } from './subscription-store.ts'

const start = new Date('2026-03-14T09:00:00Z')
const later = (ms: number): Date => new Date(start.getTime() + ms)

let database: TestDatabase
let key: SubscriptionKey
/** Of the same merchant. */
let neighbour: SubscriptionKey
beforeEach(async () => {
  database ??= await openTestDatabase()
  const { db } = database
  await db.deleteFrom('webhook_backfills').execute()
  const merchantId = randomUUID()
  key = { id: randomUUID(), merchantId }
  neighbour = { id: randomUUID(), merchantId }
  await insertEnabledSubscription(db, key, start)
  await sql`
    insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, created_at)
    values (${neighbour.id}, ${merchantId}, '', 'https://coins.example', 'enabled', ${start})
  `.execute(db)
})
afterAll(() => database.close())

const backfillOf = (of: SubscriptionKey, given: Partial<Backfill> = {}): Backfill => ({
  ...of,
  kind: 'replay',
  since: start,
  startedAt: start,
  walked: null,
  reached: { at: start, id: '' },
  ...given,
})

const EARLY = { since: start, reached: { at: later(20), id: 'evt_early' } }
const LATER_OF_ONE_TIME = { ...EARLY, reached: { ...EARLY.reached, id: 'evt_f' } }
const LATE = { since: later(10), reached: { at: later(30), id: 'evt_late' } }

test.each([
  ['earlier', LATE, EARLY],
  ['later', EARLY, LATE],
  ['equal', LATER_OF_ONE_TIME, EARLY],
])('what is asked for once more, from an %s time on, is given from the earlier of both on', async (_when, one, two) => {
  const { db } = database
  await startBackfill(db, backfillOf(key, one), 3)
  await startBackfill(db, backfillOf(key, { ...two, startedAt: later(60) }), 4)
  expect(await takeBackfill(db, start)).toEqual(backfillOf(key, { ...EARLY, startedAt: later(60) }))
  expect(await db.selectFrom('webhook_backfills').select('queued').execute()).toEqual([{ queued: 7 }])
})

test('what resumes goes on doing so, whether a replay was asked for before it or after', async () => {
  const { db } = database
  const resumed = backfillOf(key, { ...EARLY, kind: 'resume', walked: { at: start, id: 'evt_0' } })
  for (const one of [backfillOf(key, LATE), resumed, backfillOf(key, LATE)]) await startBackfill(db, one, 0)
  expect(await takeBackfill(db, start)).toEqual(resumed)
})

test('how far one has come says nothing of another of the same merchant, nor does its end', async () => {
  const { db } = database
  await startBackfill(db, backfillOf(neighbour, { startedAt: later(1) }), 0)
  await startBackfill(db, backfillOf(key), 0)
  await markCatchingUp(db, neighbour)
  await markCatchingUp(db, key)
  await saveBackfill(db, backfillOf(key, { reached: { at: later(60), id: 'evt_1' } }), 5)
  await endBackfill(db, key)
  expect(await takeBackfill(db, start)).toEqual(backfillOf(neighbour, { startedAt: later(1) }))
  const caught = db.selectFrom('webhook_subscriptions').select(['id', 'is_catching_up'])
  expect(await caught.where('is_catching_up', '=', true).execute()).toEqual([
    { id: neighbour.id, is_catching_up: true },
  ])
})

test('the one that was asked for first comes first', async () => {
  const { db } = database
  await startBackfill(db, backfillOf(key, { startedAt: later(2) }), 0)
  await startBackfill(db, backfillOf(neighbour, { startedAt: later(1) }), 0)
  expect(await takeBackfill(db, start)).toMatchObject({ id: neighbour.id })
})

test('what a subscription was still to catch up with as it was disabled counts as missed, and that alone', async () => {
  const { db } = database
  await startBackfill(db, backfillOf(key, { kind: 'resume', reached: EARLY.reached }), 0)
  await startBackfill(db, backfillOf(neighbour, { kind: 'replay', reached: { at: start, id: '' } }), 0)
  await markCatchingUp(db, key)
  expect((await setDisabled(db, [key, neighbour], later(60))).toSorted()).toEqual([key.id, neighbour.id].toSorted())
  const disabled = db.selectFrom('webhook_subscriptions').select(['id', 'disabled_at', 'is_catching_up'])
  const rows = await disabled.where('merchant_id', '=', key.merchantId).execute()
  expect(rows.find(({ id }) => id === key.id)).toMatchObject({ disabled_at: EARLY.reached.at, is_catching_up: false })
  expect(rows.find(({ id }) => id === neighbour.id)).toMatchObject({ disabled_at: later(60), is_catching_up: false })
  expect(await takeBackfill(db, start)).toBeNull()
})

test.runIf(testDatabase === 'postgres')('one that a process works on is passed over by the others', async () => {
  const { db } = database
  await startBackfill(db, backfillOf(key), 0)
  await db.transaction().execute(async (transaction) => {
    expect(await takeBackfill(transaction, start)).toMatchObject({ id: key.id })
    expect(await takeBackfill(db, start)).toBeNull()
  })
})

test('whoever looks where nothing is to be given opens no transaction', async () => {
  const transaction = vi.spyOn(database.db, 'transaction')
  const deps = { db: database.db, clock: createTestClock(), log: createLogger('silent') }
  expect(await continueBackfill(deps, newRound())).toBe(false)
  expect(transaction).not.toHaveBeenCalled()
  await startBackfill(database.db, backfillOf(key), 0)
  expect(await continueBackfill(deps, newRound())).toBe(true)
  expect(transaction).toHaveBeenCalled()
  transaction.mockRestore()
})
