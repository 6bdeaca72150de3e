import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

const ID = '00000000-0000-4000-8000-00000000000'

/** A test payment that was tried, and two events: of one delivery the end is known, of the other it is not. */
const ROWS = `
insert into merchants (id, name, created_at) values ('${ID}0', 'Castle Games', now());
insert into clients (id, merchant_id, secret_hash, permissions, origins, created_at)
  values ('client', '${ID}0', '', '{}', '{}', now());
insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency, item_id,
  item_title, buyer_hash, created_at, expires_at)
  values ('${ID}1', '${ID}0', 'client', 'widget', '', '', 'Approved', 9.99, 'USD', 'coins', '100 coins', '', now(), now());
insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, created_at, check_at)
  values ('${ID}2', '${ID}1', '${ID}3', 'visa', '1111', 'approved', now(), now());
insert into sandbox_authorisations (reference, outcome, created_at) values ('${ID}2', 'approved', now());
insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, created_at)
  values ('${ID}4', '${ID}0', '', 'https://shop.example', 'enabled', now());
insert into webhook_keys (id, subscription_id, key_encrypted, created_at) values ('${ID}5', '${ID}4', '', now());
insert into webhook_events (id, merchant_id, type, subject, body, created_at)
  select name, '${ID}0', 'payment_approved', name, '{}', now() from unnest(array['arrived', 'waiting']) as name;
insert into webhook_deliveries (id, subscription_id, event_id, lane, event_type, status, step, due_at, created_at)
  values ('${ID}6', '${ID}4', 'arrived', 'a', 'payment_approved', 'delivered', 1, now(), now()),
    ('${ID}7', '${ID}4', 'waiting', 'w', 'payment_approved', 'pending', 2, now(), now());
`

test('a database of an early version sends nothing twice and nothing never, and is not taken for one of real payments', async () => {
  const { db, close } = await openTestDatabase()
  try {
    await sql.raw('drop schema public cascade; create schema public').execute(db)
    await migrate(db, { migrations: (await readMigrations()).filter(({ name }) => name < '042') })
    await sql.raw(ROWS).execute(db)
    await migrate(db)

    expect(await db.selectFrom('webhook_queue').select(['event_id', 'step']).execute()).toEqual([
      { event_id: 'waiting', step: 2 },
    ])
    expect(await db.selectFrom('webhook_deliveries').select(['event_id', 'status']).execute()).toEqual([
      { event_id: 'arrived', status: 'delivered' },
    ])
    expect(await db.selectFrom('webhook_keys').select('merchant_id').execute()).toEqual([{ merchant_id: `${ID}0` }])
    expect(await db.selectFrom('deployment').select('mode').execute()).toEqual([])
  } finally {
    await close()
  }
})

test('a database whose tables are all published is brought up to date, empty and not', async () => {
  const { db, close } = await openTestDatabase()
  try {
    for (const rows of ['', ROWS]) {
      await sql.raw('drop schema public cascade; create schema public').execute(db)
      await sql.raw('drop publication if exists everything; create publication everything for all tables').execute(db)
      await migrate(db, { migrations: (await readMigrations()).filter(({ name }) => name < '042') })
      await sql.raw(rows).execute(db)
      await migrate(db)
      expect(await db.selectFrom('deployment').select('mode').execute()).toEqual([])
    }
    expect(await db.selectFrom('webhook_keys').select('merchant_id').execute()).toEqual([{ merchant_id: `${ID}0` }])
  } finally {
    await sql`drop publication if exists everything`.execute(db)
    await close()
  }
})
