import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { startTestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { findPending } from '../db/applied-migrations.ts'
import { migrate } from '../db/migrate.ts'
import { type Migration, readMigrations } from '../db/read-migrations.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { startService } from './service.ts'

const expand: Migration = {
  name: '980_expand.sql',
  statements: `-- compatible since 080_schema_versions.sql
alter table payment_intents add column note text;
alter table card_attempts add column note text not null default '';
`,
}
const contract: Migration = {
  name: '981_contract.sql',
  statements: '-- compatible since 980_expand.sql\nalter table payment_intents drop column note;',
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const newDatabase = async () => {
  const { db, close } = await openTestDatabase()
  open.push(close)
  return db
}
const start = (db: Awaited<ReturnType<typeof newDatabase>>) =>
  startService(readConfig({ COINSLOT_PORT: '0', COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only' }), {
    db,
    log: createLogger('silent'),
    widget: null,
    dashboard: null,
  })

describe('code on a database that a newer version has migrated', () => {
  test('does not start on one that has left it behind, and says in one line what it has seen and knows', async () => {
    const db = await newDatabase()
    const known = await readMigrations()
    await migrate(db, { migrations: [...known, expand, contract] })
    const refusal = {
      code: 'schema_too_new',
      message: expect.stringMatching(new RegExp(`^[^\\n]*${contract.name}[^\\n]*${known.at(-1)?.name ?? ''}[^\\n]*$`)),
    }
    await expect(findPending(db, known)).rejects.toMatchObject(refusal)
    await expect(start(db)).rejects.toMatchObject(refusal)
  })

  test('plans nothing of what others have run', async () => {
    const db = await newDatabase()
    const known = await readMigrations()
    await migrate(db, { migrations: [...known, expand] })
    expect(await findPending(db, known)).toEqual([])
    expect(await findPending(db, [...known, expand, contract])).toEqual([contract])
  })

  test('starts on one that has been expanded, and is ready', async () => {
    const db = await newDatabase()
    await migrate(db, { migrations: [...(await readMigrations()), expand] })
    expect(await migrate(db)).toEqual([])
    const { address, stop } = await start(db)
    open.push(stop)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })
})

test('requests go on while a newer version expands the schema', async () => {
  const service = await startTestService({ widget: null })
  let isOver = false
  const created: string[] = []
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) created.push((await order(service)).intentId)
  })
  const createdSince = (count: number) => expect.poll(() => created.length).toBeGreaterThan(count + 20)
  await createdSince(0)
  await migrate(service.deps.db, { migrations: [...(await readMigrations()), expand] })
  await createdSince(created.length)
  isOver = true
  await Promise.all(load)
  const { rows } = await sql<{ count: number }>`select count(*) as count from payment_intents`.execute(service.deps.db)
  expect(rows[0]?.count).toBe(created.length)
  expect(new Set(created).size).toBe(created.length)
  await service.close()
})

const OLD_INTENT = `
  insert into merchants (id, name, created_at) values ('5f0c8d5e-0d5a-4f0e-9a55-6b7d3d8a1c11', 'Old', now());
  insert into clients (id, merchant_id, secret_hash, permissions, origins, created_at)
    select 'old', id, '\\x00', '{}', '{}', now() from merchants;
  insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency,
    item_id, item_title, buyer_hash, created_at, expires_at)
    select id, id, 'old', 'widget', '\\x00', '\\x00', 'Approved', 1, 'USD', 'coins', 'Coins', '\\x00', now(), now()
    from merchants;
`

describe('data from before the first release', () => {
  const before = ['001_core.sql', '002_merchant_names.sql', '003_intent_references.sql']

  test('is refused with one line where there are intents, whose keys would be forgotten', async () => {
    const db = await newDatabase()
    await sql`drop schema public cascade; create schema public`.execute(db)
    const migrations = await readMigrations()
    await migrate(db, { migrations: migrations.filter(({ name }) => before.includes(name)) })
    expect(await findPending(db, migrations)).toHaveLength(migrations.length - before.length)
    await sql.raw(OLD_INTENT).execute(db)
    const refusal = { code: 'data_too_old', message: expect.stringMatching(/^[^\n]*004_intent_keys\.sql[^\n]*$/) }
    await expect(migrate(db)).rejects.toMatchObject(refusal)
  })
})
