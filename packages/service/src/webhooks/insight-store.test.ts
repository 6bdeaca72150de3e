import { randomUUID } from 'node:crypto'
import type { DeliveryStatus } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { listDeliveriesOf, listDeliveryRecords } from './insight-store.ts'

const EVENTS = 32
/** So many are recorded in one instant. */
const AT_ONCE = 4
const at = new Date('2026-03-14T09:26:53Z')
const keyOf = (index: number) => ({ id: `00000000-0000-4000-8000-00000000000${index}`, merchantId: randomUUID() })
const one = keyOf(1)
const keys = [one, keyOf(2), keyOf(3)]

const eventOf = (index: number) => ({
  id: `evt_${String(index).padStart(2, '0')}`,
  createdAt: new Date(at.getTime() + Math.floor(index / AT_ONCE)),
  type: index % 8 < 2 ? ('payment_declined' as const) : ('payment_approved' as const),
  waits: (index + Math.floor(index / AT_ONCE)) % 2 === 0,
})
const events = Array.from({ length: EVENTS }, (_, index) => eventOf(index))
/** The first takes all, the second every other one, the third one of three: their lists are cut at different places. */
const eventsOf = (key: (typeof keys)[number]) => events.filter((_event, index) => index % (keys.indexOf(key) + 1) === 0)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  for (const key of keys) {
    const { id, merchantId } = key
    await insertEnabledSubscription(db, key, at)
    for (const event of eventsOf(key)) {
      await sql`
        insert into webhook_events (merchant_id, id, type, subject, body, created_at)
        values (${merchantId}, ${event.id}, ${event.type}, 'payment', '{}', ${event.createdAt})
      `.execute(db)
      await (
        event.waits
          ? sql`
            insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body,
              subscription_hash, subject_hash, step, due_at, created_at)
            values (${merchantId}, ${id}, ${event.createdAt}, ${event.id}, webhook_delivery_id(${event.createdAt}),
              ${event.type}, '{}', hashtextextended(${id}, 0), 1, 0, ${at}, ${at})
          `
          : sql`
            insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, attempts,
              created_at, status)
            values (${merchantId}, ${id}, ${event.createdAt}, ${event.id}, webhook_delivery_id(${event.createdAt}),
              ${event.type}, '[]', ${at}, 'delivered')
          `
      ).execute(db)
    }
  }
})
afterAll(() => database.close())

/** What a list is to hold, in its order. */
const expected = (matches: (event: (typeof events)[number]) => boolean, of = keys) =>
  of
    .flatMap((key) =>
      eventsOf(key)
        .filter(matches)
        .map(({ id }) => `${id} ${key.id}`),
    )
    .toSorted((a, b) => (a < b ? 1 : -1))

const walk = async (
  asked: { keys?: typeof keys; eventType?: 'payment_declined'; status?: DeliveryStatus },
  searchedRows: number,
): Promise<readonly string[]> => {
  const found: string[] = []
  let before: Awaited<ReturnType<typeof listDeliveryRecords>>['next'] = null
  do {
    const page = await listDeliveryRecords(database.db, { keys, ...asked, before, limit: 2, searchedRows })
    found.push(...page.rows.map(({ eventId, subscriptionId }) => `${eventId} ${subscriptionId}`))
    before = page.next
  } while (before !== null)
  return found
}

test.each([6, 12, 18, 60])(
  'pages of deliveries, of which a search looks at %i rows, hold all of a type, once and in order',
  async (searchedRows) => {
    const declined = expected(({ type }) => type === 'payment_declined')
    expect(await walk({ eventType: 'payment_declined' }, searchedRows)).toEqual(declined)
    const ofOne = expected(({ type }) => type === 'payment_declined', [one])
    expect(await walk({ keys: [one], eventType: 'payment_declined' }, searchedRows)).toEqual(ofOne)
    const waiting = expected(({ type, waits }) => type === 'payment_declined' && waits)
    expect(await walk({ eventType: 'payment_declined', status: 'pending' }, searchedRows)).toEqual(waiting)
  },
)

test('pages of all deliveries hold each once and in order', async () => {
  expect(await walk({}, 6)).toEqual(expected(() => true))
  expect(await walk({ status: 'delivered' }, 6)).toEqual(expected(({ waits }) => !waits))
})

test('a search looks at no more rows than it may', async () => {
  const request = { keys, eventType: 'payment_declined' as const, before: null, limit: 2, searchedRows: 6 }
  const page = await listDeliveryRecords(database.db, request)
  expect(page).toMatchObject({ rows: [], isCut: true })
})

test('an event is told with its deliveries to all subscriptions of its merchant', async () => {
  const { db } = database
  const event = eventOf(0)
  const other = { ...one, id: randomUUID() }
  await sql`
    insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, created_at)
    values (${other.id}, ${other.merchantId}, '', 'https://coins.example', 'enabled', ${at})
  `.execute(db)
  await sql`
    insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, attempts, created_at,
      status)
    values (${other.merchantId}, ${other.id}, ${event.createdAt}, ${event.id}, webhook_delivery_id(${event.createdAt}),
      ${event.type}, '[]', ${at}, 'failed')
  `.execute(db)
  const told = await listDeliveriesOf(db, [one, other], event)
  expect(told.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual([one.id, other.id].toSorted())
})
