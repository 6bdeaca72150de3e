import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paymentIntentSchema, statusesSchema } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Credentials } from '../src/auth/create-client.ts'
import { moveDatabase } from '../src/backup/move-database.ts'
import { listDays } from '../src/backup/move-store.ts'
import { commands } from '../src/cli/commands.ts'
import { parseCommand } from '../src/cli/parse-command.ts'
import { type Service, startService } from '../src/composition/service.ts'
import { lockDataFolder } from '../src/db/data-folder-lock.ts'
import { insertAuditEntry } from '../src/dashboard/audit-store.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase, openMemoryDatabase } from '../src/db/open-database.ts'
import { preparedImage } from '../src/db/prepared-image.ts'
import { migrate } from '../src/db/migrate.ts'
import { readMigrations } from '../src/db/read-migrations.ts'
import { stampMode } from '../src/db/stamp-mode.ts'
import { readConfig } from '../src/platform/config.ts'
import { createDay } from '../src/webhooks/retention-store.ts'
import { openBuyer } from '../src/sandbox/buyer.ts'
import { post, signIn } from './backend.ts'
import { createPostgresDatabase, someoneWaitsFor, testDatabase } from './databases.ts'
import { intentIdOf } from './intent-id.ts'

const BASE = {
  COINSLOT_PORT: '0',
  COINSLOT_MODE: 'sandbox',
  COINSLOT_LOG_LEVEL: 'silent',
  COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  COINSLOT_DRAIN_SECONDS: '0',
  COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only',
}

/** A client of the API, as the same merchant before and after the move. */
const callerOf = async ({ address }: Service, credentials: Credentials) => {
  const token = await signIn(address, credentials)
  return async (path: string, body: unknown) => (await post(address, path, body, token)).data
}

const orderOf = (key: string, email: string) => ({
  transaction_type: 'BUY_VDA',
  buyer: { id: randomUUID(), email },
  currency: 'USD',
  idempotency_key: key,
  items: [{ id: 'gold', title: 'Gold, “größer” \\ \'than\' "ever"', amount: '9.99' }],
})

const AUDIT = {
  at: new Date('2026-01-02T03:04:05.678Z'),
  merchant_id: null,
  actor: 'operator' as const,
  session: 'abc',
  action: 'sign in',
  subject: null,
  status: 200,
}

describe.runIf(testDatabase === 'postgres')('move from the embedded database to Postgres', () => {
  let source: Database
  let sourceService: Service
  let credentials: Credentials
  const ids: string[] = []
  const order = orderOf('before', 'ada@example.com')

  beforeAll(async () => {
    source = await openMemoryDatabase(await preparedImage())
    sourceService = await startService(readConfig(BASE), { db: source, dashboard: null })
    credentials = await createClient(source, sourceService.deps.clock, { merchant: 'Shop' })
    await insertAuditEntry(source, AUDIT)
    const call = await callerOf(sourceService, credentials)
    await call('/notifications/v1/subscriptions', { url: 'http://127.0.0.1:9/hook' })
    for (const body of [order, orderOf(randomUUID(), 'kyc@example.com')]) {
      const intent = paymentIntentSchema.parse(await call('/payments/v2/intent', body))
      ids.push(intentIdOf(intent))
      const buyer = await openBuyer(intent)
      await buyer.verify()
      if (body === order) await buyer.pay()
    }
  })
  afterAll(() => sourceService.stop({ isUrgent: true }))

  test('copies every table, and the same merchant goes on there with the same key; a second time it is refused', async () => {
    const server = await createPostgresDatabase()
    const openTarget = () => openDatabase({ kind: 'postgres', url: server.url, poolSize: 1, statementTimeoutMs: null })
    const target = await openTarget()
    const moved = await moveDatabase(source, target)
    await target.destroy()
    const rowsOf = (name: string) => moved.find(({ table }) => table === name)?.rows
    expect(rowsOf('payment_intents')).toBe(2)
    expect(rowsOf('card_attempts')).toBe(1)
    expect(rowsOf('webhook_events')).toBeGreaterThan(0)
    expect(rowsOf('kyc_customers')).toBeGreaterThan(0)

    const service = await startService(readConfig({ ...BASE, COINSLOT_DATABASE_URL: server.url }), { dashboard: null })
    const call = await callerOf(service, credentials)
    const found = await call('/payments/v1/payments/statuses', { payment_intent_ids: ids })
    expect(statusesSchema.parse(found)[0]).toEqual({ payment_intent_id: ids[0], status: 'Approved' })
    const again = paymentIntentSchema.parse(await call('/payments/v2/intent', order))
    expect(intentIdOf(again)).toBe(ids[0])
    // Its number would be another's, did the table not count on.
    await insertAuditEntry(service.deps.db, AUDIT)
    await service.stop({ isUrgent: true })

    const full = await openTarget()
    await expect(moveDatabase(source, full)).rejects.toMatchObject({ code: 'target_not_empty' })
    await full.destroy()
    await server.drop()
  })

  test('is refused over tables and views of something else, in a schema of any name', async () => {
    const other = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url: other.url, poolSize: 1 })
    await sql`drop schema public cascade; create schema "Shop-2"; set search_path = "Shop-2"`.execute(db)
    for (const [kind, content] of [
      ['table', '(id int)'],
      ['view', 'as select 1 as id'],
      ['materialized view', 'as select 1 as id'],
    ] as const) {
      await sql.raw(`create ${kind} theirs ${content}`).execute(db)
      await expect(moveDatabase(source, db)).rejects.toMatchObject({ code: 'target_not_empty' })
      await sql.raw(`drop ${kind} theirs`).execute(db)
    }
    // As a move leaves it that is ended while it makes the tables.
    await migrate(db, { migrations: (await readMigrations()).slice(0, 3) })
    expect((await moveDatabase(source, db)).length).toBeGreaterThan(20)
    await db.destroy()
    await other.drop()
  })

  test('leaves nothing where a copy differs, and is refused where a service has started', async () => {
    const other = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url: other.url, poolSize: 1 })
    await sql`
      create function spoil() returns trigger language plpgsql as $$ begin new.name = 'Spoilt'; return new; end $$;
      create trigger spoil before insert on merchants for each row execute function spoil()
    `.execute(db)
    await expect(moveDatabase(source, db)).rejects.toMatchObject({
      code: 'copy_differs',
      message: expect.stringMatching(
        /^The table merchants has 1 rows \(\w+\) here and 1 \(\w+\) there; nothing was moved$/,
      ),
    })
    expect(await db.selectFrom('merchants').select('id').execute()).toEqual([])
    // As before services wrote down that they had started.
    await sql`insert into merchants (id, name, created_at) values (gen_random_uuid(), 'Shop', now())`.execute(db)
    await expect(moveDatabase(source, db)).rejects.toMatchObject({ code: 'target_not_empty' })
    await sql`delete from merchants`.execute(db)
    await stampMode(db, 'sandbox', new Date())
    await expect(moveDatabase(source, db)).rejects.toMatchObject({ code: 'target_not_empty' })
    await sql`create schema authorization current_user`.execute(db)
    await expect(moveDatabase(source, db)).rejects.toMatchObject({ code: 'target_not_empty' })
    await db.destroy()
    await other.drop()
  })

  test('leaves nothing where it is interrupted, and says where it may have ended as its connection was lost', async () => {
    const other = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url: other.url, poolSize: 1 })
    await expect(moveDatabase(source, db, () => true)).rejects.toMatchObject({ code: 'move_interrupted' })
    await sql`
      alter database ${sql.ref(new URL(other.url).pathname.slice(1))} set timezone = 'Asia/Kolkata';
      create function cut_off() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger cut_off before insert on merchants for each row execute function cut_off()
    `.execute(db)
    await expect(moveDatabase(source, db)).rejects.toMatchObject({ code: '57P01' })
    await sql`
      drop trigger cut_off on merchants;
      create constraint trigger cut_off after insert on merchants
      deferrable initially deferred for each row execute function cut_off()
    `.execute(db)
    await expect(moveDatabase(source, db)).rejects.toMatchObject({
      code: 'move_unconfirmed',
      message: expect.stringContaining('run it again'),
    })
    await sql`drop trigger cut_off on merchants`.execute(db)
    await createDay(source, new Date('2020-01-01T00:00:00Z'))
    expect((await moveDatabase(source, db)).find(({ table }) => table === 'merchants')?.rows).toBe(1)
    expect(await listDays(db)).toContain('20200101')
    await db.destroy()
    await other.drop()
  })

  test('is done by one of two who move into the same database at once', async () => {
    const other = await createPostgresDatabase()
    const targets = await Promise.all(
      [0, 1].map(() => openDatabase({ kind: 'postgres', url: other.url, poolSize: 1, statementTimeoutMs: null })),
    )
    const another = await openMemoryDatabase(await preparedImage())
    await stampMode(another, 'sandbox', new Date())
    const ends = await Promise.allSettled(
      targets.map((target, at) => moveDatabase(at === 0 ? source : another, target)),
    )
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'target_not_empty' } })
    await Promise.all([...targets, another].map((db) => db.destroy()))
    await other.drop()
  })

  test('is refused where a service starts there once the database was found unused', async () => {
    const other = await createPostgresDatabase()
    const [target, there] = await Promise.all(
      [0, 1].map(() => openDatabase({ kind: 'postgres', url: other.url, poolSize: 2 })),
    )
    if (!target || !there) throw new Error('two were opened')
    const moving = await there.transaction().execute(async (starting) => {
      await stampMode(starting, 'sandbox', new Date())
      const refusal = moveDatabase(source, target).catch((error: unknown) => error)
      await expect.poll(() => someoneWaitsFor(starting)).toBe(true)
      return { refusal }
    })
    expect(await moving.refusal).toMatchObject({ code: 'target_not_empty' })
    expect(await there.selectFrom('deployment').select('mode').execute()).toEqual([{ mode: 'sandbox' }])
    await Promise.all([target.destroy(), there.destroy()])
    await other.drop()
  })

  test('is refused between schemas of which one is newer', async () => {
    const other = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url: other.url, poolSize: 1 })
    const newer = await openMemoryDatabase(await preparedImage())
    await sql`insert into migrations (name) values ('999_future.sql')`.execute(newer)
    await expect(moveDatabase(newer, db)).rejects.toMatchObject({ code: 'schema_too_new' })
    await sql`insert into migrations (name) values ('999_future.sql')`.execute(db)
    await expect(moveDatabase(source, db)).rejects.toMatchObject({ code: 'schema_too_new' })
    await Promise.all([newer, db].map((each) => each.destroy()))
    await other.drop()
  })
})

describe.runIf(testDatabase === 'embedded')('move, before it begins', () => {
  let dataDir: string
  // Skipped tests have their block read all the same: nothing is made there.
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'coinslot-move-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  const move = async (to: string, config = readConfig({ COINSLOT_DATA_DIR: dataDir })) => {
    const { command, args } = parseCommand(commands, ['move', '--to', to])
    if (!('prepareAlone' in command)) throw new Error('move is run alone')
    return command.prepareAlone(args)({ config, signal: new AbortController().signal })
  }

  test('refuses what is no address of Postgres, a folder without a database, and one that is in use', async () => {
    await expect(move('mysql://localhost/x')).rejects.toMatchObject({ code: 'usage' })
    await expect(move('postgres://localhost/x')).rejects.toThrow('There is no database in')
    mkdirSync(join(dataDir, 'database'))
    const unlock = lockDataFolder(dataDir)
    await expect(move('postgres://localhost/x')).rejects.toThrow('stop it')
    unlock()
  })

  test('refuses data that is on Postgres already', async () => {
    const url = 'postgres://localhost/x'
    const config = readConfig({
      COINSLOT_DATABASE_URL: url,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_SECRET_KEY: 'k'.repeat(32),
    })
    await expect(move(url, config)).rejects.toThrow('The data is on Postgres already')
  })
})
