import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'

const TAKEN = { code: '23505' }
const UNFIT = { code: '23514' }

const merchantId = randomUUID()
const now = new Date('2030-01-01T12:00:00Z')

let given: TestDatabase
beforeAll(async () => {
  given = await openTestDatabase()
  await sql`insert into merchants (id, name, created_at) values (${merchantId}, 'Castle Games', ${now})`.execute(
    given.db,
  )
})
afterAll(() => given.close())

const newIntent = async (): Promise<string> => {
  const id = randomUUID()
  await sql`
    insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency,
      item_id, item_title, buyer_hash, created_at, expires_at)
    values (${id}, ${merchantId}, 'client', 'widget', '', '', 'Created', 9.99, 'USD', 'coins', '100 coins', '', ${now}, ${now})
  `.execute(given.db)
  return id
}

const newAttempt = async (intentId: string, status: string, { key = randomUUID(), lastFour = '1111' } = {}) =>
  sql`
    insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, created_at, check_at)
    values (${randomUUID()}, ${intentId}, ${key}, 'visa', ${lastFour}, ${status}, ${now}, ${now})
  `.execute(given.db)

test.each(['authorising', 'challenged', 'reversing'])(
  'beside a card that is %s an intent has no other, and another intent has its own',
  async (status) => {
    const [intent, other] = [await newIntent(), await newIntent()]
    await newAttempt(intent, 'refused')
    await newAttempt(intent, status)
    await expect(newAttempt(intent, 'authorising')).rejects.toMatchObject(TAKEN)
    await newAttempt(other, status)
  },
)

test('one press of Pay tries one card of its intent, also once that has been refused', async () => {
  const [intent, other] = [await newIntent(), await newIntent()]
  const key = randomUUID()
  await newAttempt(intent, 'refused', { key })
  await expect(newAttempt(intent, 'authorising', { key })).rejects.toMatchObject(TAKEN)
  await newAttempt(other, 'authorising', { key })
})

test.each(['4111111111111111', '11 1', ''])(
  'of a card no more is kept than four digits, and not %j',
  async (lastFour) => {
    await expect(newAttempt(await newIntent(), 'refused', { lastFour })).rejects.toMatchObject(UNFIT)
  },
)

const newSubscription = async (status: string, disabledAt: Date | null): Promise<string> => {
  const id = randomUUID()
  await sql`
    insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, disabled_at, created_at)
    values (${id}, ${merchantId}, '', 'https://shop.example', ${status}, ${disabledAt}::timestamptz, ${now})
  `.execute(given.db)
  return id
}

const newKey = async (subscriptionId: string, expiresAt: Date | null = null) =>
  sql`
    insert into webhook_keys (id, merchant_id, subscription_id, key_encrypted, created_at, expires_at)
    values (${randomUUID()}, ${merchantId}, ${subscriptionId}, '', ${now}, ${expiresAt}::timestamptz)
  `.execute(given.db)

test('a subscription has one key that is current, whatever others sign on until their end', async () => {
  const subscription = await newSubscription('enabled', null)
  await newKey(subscription, now)
  await newKey(subscription, now)
  await newKey(subscription)
  await expect(newKey(subscription)).rejects.toMatchObject(TAKEN)
  await newKey(await newSubscription('enabled', null))
})

test('a subscription is disabled since a time, and an enabled one is not', async () => {
  await newSubscription('disabled', now)
  await expect(newSubscription('disabled', null)).rejects.toMatchObject(UNFIT)
  await expect(newSubscription('enabled', now)).rejects.toMatchObject(UNFIT)
})

test('with a subscription go its keys, and what it was still to be given', async () => {
  const [deleted, kept] = [await newSubscription('enabled', null), await newSubscription('enabled', null)]
  for (const subscription of [deleted, kept]) {
    await newKey(subscription)
    await sql`
      insert into webhook_backfills (merchant_id, subscription_id, kind, since, started_at, reached_at)
      values (${merchantId}, ${subscription}, 'replay', ${now}, ${now}, ${now})
    `.execute(given.db)
  }
  await given.db.deleteFrom('webhook_subscriptions').where('id', '=', deleted).execute()
  for (const table of ['webhook_keys', 'webhook_backfills'] as const) {
    const left = given.db.selectFrom(table).select('subscription_id').where('subscription_id', 'in', [deleted, kept])
    expect(await left.execute()).toEqual([{ subscription_id: kept }])
  }
})

test.each([
  ['mode', "deployment (id, mode, stamped_at) values (%, 'sandbox', now())"],
  ['state of its secrets', 'secrets_state (id, has_earlier_form) values (%, false)'],
])('a database has one %s', async (_, row) => {
  const insert = (id: string) => sql.raw(`insert into ${row.replace('%', id)} on conflict do nothing`).execute(given.db)
  await insert('true')
  expect(await insert('true')).toMatchObject({ numAffectedRows: 0n })
  await expect(insert('false')).rejects.toMatchObject(UNFIT)
})

test('an hour is counted once, and a file has one piece in one place', async () => {
  const hour = sql`insert into intent_hours values (${merchantId}, ${now}, 'Approved', '', 'USD', 1, 9.99)`
  await hour.execute(given.db)
  await expect(hour.execute(given.db)).rejects.toMatchObject(TAKEN)
  const piece = sql`insert into kyc_upload_pieces values (${merchantId}, 0, '')`
  await piece.execute(given.db)
  await expect(piece.execute(given.db)).rejects.toMatchObject(TAKEN)
})
