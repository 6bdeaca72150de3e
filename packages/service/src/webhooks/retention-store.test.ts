import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { keepRetention } from './retention.ts'
import { createDay, deleteStrays, deleteUndeliverable, dropDaysBefore } from './retention-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIRST = new Date('2020-01-01T00:00:00Z')
const DAYS = 40
const PROCESSES = 4

const dayAfter = (days: number): Date => new Date(FIRST.getTime() + days * DAY_MS)

let given: TestDatabase
beforeAll(async () => {
  given = await openTestDatabase()
})
afterAll(() => given.close())

test('days that have ended are dropped once, however many processes do so at the same time', async () => {
  for (let day = 0; day < DAYS; day += 1) await createDay(given.db, dayAfter(day))
  const last = dayAfter(DAYS - 1)
  await Promise.all(Array.from({ length: PROCESSES }, () => dropDaysBefore(given.db, last)))
  expect(await dropDaysBefore(given.db, dayAfter(DAYS))).toEqual([
    'webhook_events_20200209',
    'webhook_deliveries_20200209',
  ])
})

test('a day is made, and days that have ended are dropped, while the tables of another are vacuumed', async () => {
  const other = await given.openAgain?.()
  if (other === undefined) return
  for (let day = 0; day < 2; day += 1) await createDay(given.db, dayAfter(day))
  await other.transaction().execute(async (vacuum) => {
    // As VACUUM and ANALYZE lock them, the database's own too.
    const tables = sql`webhook_events_20200102, webhook_deliveries_20200102`
    await sql`lock table ${tables} in share update exclusive mode`.execute(vacuum)
    expect(await createDay(given.db, dayAfter(2))).toBe(true)
    expect(await dropDaysBefore(given.db, dayAfter(1))).toEqual([
      'webhook_events_20200101',
      'webhook_deliveries_20200101',
    ])
  })
  await other.destroy()
})

test('a day that somebody reads for long is dropped another time: payments do not wait for it', async () => {
  const other = await given.openAgain?.()
  if (other === undefined) return
  await createDay(given.db, FIRST)
  await other.transaction().execute(async (report) => {
    await sql`select from webhook_events limit 1`.execute(report)
    await expect(dropDaysBefore(given.db, dayAfter(1))).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await dropDaysBefore(given.db, dayAfter(1))).toContain('webhook_events_20200101')
  await other.destroy()
})

test('who has dropped a day waits for locks afterwards for as long as anybody', () =>
  given.db.connection().execute(async (connection) => {
    await createDay(connection, FIRST)
    expect(await dropDaysBefore(connection, dayAfter(1))).toContain('webhook_events_20200101')
    expect((await sql`show lock_timeout`.execute(connection)).rows).toEqual([{ lock_timeout: '0' }])
  }))

test('of what lies in no day of its own so many are deleted, the oldest, none that is young, and none as the service stops', async () => {
  const { db } = given
  const [young, ...old] = [
    new Date('2041-01-01T00:00:00Z'),
    ...[3, 1, 2].map((day) => new Date(Date.UTC(2001, 0, day))),
  ]
  for (const at of [young, ...old]) {
    await sql`
      insert into webhook_events values (${randomUUID()}, 'evt', 'payment_approved', 'subject', '{}', ${at})
    `.execute(db)
    await sql`
      insert into webhook_deliveries values (${randomUUID()}, ${randomUUID()}, ${at}, 'evt', ${randomUUID()},
        'payment_approved', 'delivered', '[]', ${at})
    `.execute(db)
  }
  const left = async () => ({
    events: (await db.selectFrom('webhook_events').select('created_at as at').orderBy('at').execute()).map(
      ({ at }) => at,
    ),
    deliveries: (await db.selectFrom('webhook_deliveries').select('event_at').execute()).length,
  })
  expect(await deleteStrays(db, FIRST, 2)).toBe(4)
  const afterOne = { events: [old[0], young], deliveries: 2 }
  expect(await left()).toEqual(afterOne)
  await keepRetention({ db, clock: createTestClock() }, () => true)
  expect(await left()).toEqual(afterOne)
  await keepRetention({ db, clock: createTestClock() })
  expect(await left()).toEqual({ events: [young], deliveries: 1 })
})

test('what lies in no day of its own stays to the end of the time for which it is kept', async () => {
  const { db } = given
  await sql`
    insert into webhook_events values (${randomUUID()}, 'evt', 'payment_approved', 'subject', '{}', ${FIRST})
  `.execute(db)
  await sql`
    insert into webhook_deliveries values (${randomUUID()}, ${randomUUID()}, ${FIRST}, 'evt', ${randomUUID()},
      'payment_approved', 'delivered', '[]', ${FIRST})
  `.execute(db)
  expect(await deleteStrays(db, FIRST, 10)).toBe(0)
  expect(await deleteStrays(db, new Date(FIRST.getTime() + 1), 10)).toBe(2)
})

test('what nobody can be sent any more is deleted, but for what somebody holds, for whom nothing waits', async () => {
  const other = await given.openAgain?.()
  if (other === undefined) return
  const [merchant, subscription] = [randomUUID(), randomUUID()]
  for (const event of ['held', 'free']) {
    await sql`
      insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
        subject_hash, step, due_at, created_at)
      values (${merchant}, ${subscription}, ${FIRST}, ${event}, ${randomUUID()}, 'payment_approved', '{}', 1, 1, 0, ${FIRST}, ${FIRST})
    `.execute(given.db)
  }
  await other.transaction().execute(async (holding) => {
    await sql`select from webhook_queue where event_id = 'held' for update`.execute(holding)
    const deleted = given.db.transaction().execute(async (sweep) => {
      await sql`set local lock_timeout = '1s'`.execute(sweep)
      return deleteUndeliverable(sweep, FIRST, 10)
    })
    expect(await deleted).toBe(1)
  })
  expect(await deleteUndeliverable(given.db, FIRST, 10)).toBe(1)
  await other.destroy()
})

test('a day holds all that happens in it, and nothing else, whatever the time zone of the server', async () => {
  const day = new Date('2050-06-02T00:00:00Z')
  await given.db.transaction().execute(async (transaction) => {
    await sql`set local time zone 'America/New_York'`.execute(transaction)
    expect(await createDay(transaction, day)).toBe(true)
    for (const ms of [-1, 0, DAY_MS - 1, DAY_MS]) {
      const at = new Date(day.getTime() + ms)
      await sql`
        insert into webhook_events values (${randomUUID()}, 'evt', 'payment_approved', 'subject', '{}', ${at})
      `.execute(transaction)
    }
    const { rows } = await sql<{ place: string }>`
      with deleted as (
        delete from webhook_events where created_at > '2050-01-01' returning tableoid::regclass::text as place, created_at
      )
      select place from deleted order by created_at
    `.execute(transaction)
    const [own, none] = ['webhook_events_20500602', 'webhook_events_default']
    expect(rows.map(({ place }) => place)).toEqual([none, own, own, none])
  })
})
