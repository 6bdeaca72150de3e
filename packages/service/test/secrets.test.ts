import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../src/auth/create-client.ts'
import type { ServiceDeps } from '../src/composition/deps.ts'
import type { Database } from '../src/db/database.ts'
import { placeOf, SEALED_COLUMNS } from '../src/db/sealed.ts'
import { carryOver } from '../src/jobs/carry-over.ts'
import { canonicalJson } from '../src/payments/request-rules.ts'
import { reencrypt } from '../src/platform/reencrypt.ts'
import { keepFirstLookupKey, replaceSealed } from '../src/platform/sealed-store.ts'
import { insertBan, listBans } from '../src/screening/list-store.ts'
import { screen, sealBan } from '../src/screening/screen.ts'
import { findSubscription, insertSubscription } from '../src/webhooks/subscription-store.ts'
import { openTestDatabase } from './databases.ts'
import { orderOf, processOn, request } from './secret-process.ts'
import { createTestClock } from './test-clock.ts'

const OLD = 'the secret key that the database was made with'
const NEW = 'the secret key that has come in its place'

const clock = createTestClock()
let db: Database
let close: () => Promise<void>

beforeEach(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterEach(() => close())

const processWith = (secretKey: string) => processOn(db, clock, secretKey)

const subscribe = (deps: ServiceDeps, merchantId: string): Promise<string> =>
  insertSubscription(deps.db, deps.secrets, {
    merchantId,
    endpoint: 'https://shop.example/hook',
    description: '',
    status: 'enabled',
    at: clock.now(),
  })

const keyOf = async (deps: ServiceDeps, merchantId: string, id: string) =>
  (await findSubscription(deps.db, deps.secrets, { merchantId, id }))?.signing_key

describe('somebody who can write into the database', () => {
  test('cannot have one merchant read the signing key of another by moving its ciphertext', async () => {
    const deps = await processWith(OLD)
    const victim = await createClient(db, clock, { merchant: 'Victim' })
    const attacker = await createClient(db, clock, { merchant: 'Attacker' })
    await subscribe(deps, victim.merchantId)
    const own = await subscribe(deps, attacker.merchantId)
    await sql`update webhook_keys set key_encrypted = (
      select key_encrypted from webhook_keys where merchant_id = ${victim.merchantId}
    ) where merchant_id = ${attacker.merchantId}`.execute(db)
    expect(await keyOf(deps, attacker.merchantId, own)).toBe('')
  })
})

describe('somebody who has read the database', () => {
  test('cannot try which e-mail address a request was made with', async () => {
    const deps = await processWith(OLD)
    const merchant = await createClient(db, clock, { merchant: 'Merchant' })
    await request(deps, merchant, 'order-1')
    const { request_hash: stored } = await db
      .selectFrom('payment_intents')
      .select('request_hash')
      .executeTakeFirstOrThrow()
    const guess = createHash('sha256')
      .update(canonicalJson(orderOf('order-1')))
      .digest()
    expect(stored.includes(guess)).toBe(false)
    expect(await request(deps, merchant, 'order-1')).toMatchObject({ replayed: true })
  })
})

describe('COINSLOT_SECRET_KEY', () => {
  test('can be changed: everything is found and read under the new key, and the old one taken out at the end', async () => {
    const before = await processWith(OLD)
    const merchant = await createClient(db, clock, { merchant: 'Merchant' })
    const subscription = await subscribe(before, merchant.merchantId)
    const signingKey = await keyOf(before, merchant.merchantId, subscription)
    const { kid } = await before.keys.current()
    await insertBan(db, sealBan(before.secrets, 'eve@example.com'), clock.now())
    const { intent } = await request(before, merchant, 'order-1')
    // Whoever knows what values are found by knows nothing of what sessions are signed with.
    expect(before.secrets.hash('value')).not.toEqual(before.secrets.mac('value'))

    const seesAll = async (deps: ServiceDeps) => {
      expect(await keyOf(deps, merchant.merchantId, subscription)).toBe(signingKey)
      expect((await deps.keys.current()).kid).toBe(kid)
      expect(await screen(deps, db, { email: 'eve@example.com', country: null })).toBe('ERR01')
      expect((await listBans(db)).map((sealed) => deps.secrets.decrypt(sealed).toString())).toEqual(['eve@example.com'])
      expect(await request(deps, merchant, 'order-1')).toMatchObject({ replayed: true, intent: { id: intent.id } })
    }
    const both = await processWith(`${NEW},${OLD}`)
    await seesAll(both)
    expect(await carryOver(both)).toMatchObject({ replaced: 4, unreadable: 0 })
    await seesAll(both)
    await seesAll(await processWith(NEW))
    expect(await carryOver(await processWith(NEW))).toMatchObject({ replaced: 0 })
    await expect(processWith(OLD)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(/^COINSLOT_SECRET_KEY does not hold[^\n]*encrypted with key [0-9a-f]{8}[^\n]*$/),
    })
  })

  test('is changed in batches: what was interrupted goes on where it was', async () => {
    const before = await processWith(OLD)
    const banned = Array.from({ length: 450 }, (_, index) => `banned-${index}@example.com`)
    for (const value of banned) await insertBan(db, sealBan(before.secrets, value), clock.now())
    const both = await processWith(`${NEW},${OLD}`)
    let asked = 0
    const first = await reencrypt(both, () => (asked += 1) > 4)
    expect(first.replaced).toBeGreaterThan(100)
    expect(first.replaced).toBeLessThan(450)
    const second = await reencrypt(both)
    expect(first.replaced + second.replaced).toBe(451)
    const { secrets } = await processWith(NEW)
    expect((await listBans(db)).map((sealed) => secrets.decrypt(sealed).toString()).toSorted()).toEqual(
      banned.toSorted(),
    )
  })

  test('is changed past what none of the keys reads, which is counted once', async () => {
    const deps = await processWith(OLD)
    await sql`
      insert into kyc_upload_pieces select gen_random_uuid(), piece, decode('00', 'hex') from generate_series(1, 40) as piece
    `.execute(db)
    let asked = 0
    const done = await reencrypt(deps, () => (asked += 1) > 100)
    expect(done).toMatchObject({ replaced: 0, unreadable: 40, firstUnreadable: expect.stringContaining('kyc_upload') })
  })

  test('is changed as far as the disk has room, and the rest once it has more', async () => {
    const before = await processWith(OLD)
    const bans = ['ada', 'bob', 'eve'].map((name) => sealBan(before.secrets, `${name}@example.com`))
    for (const ban of bans) await insertBan(db, ban, clock.now())
    const [, second = Buffer.alloc(0)] = bans.map(({ hash }) => hash).toSorted(Buffer.compare)
    await sql`
      create function fail() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before update on bans for each row when (new.value_hash = ${sql.lit(`\\x${second.toString('hex')}`)})
      execute function fail()
    `.execute(db)
    const both = await processWith(`${NEW},${OLD}`)
    await expect(reencrypt(both)).rejects.toMatchObject({ code: '53100' })
    expect((await listBans(db)).map((sealed) => both.secrets.decrypt(sealed).toString())).toHaveLength(bans.length)
    await sql`drop function fail cascade`.execute(db)
    expect(await reencrypt(both)).toMatchObject({ replaced: 2, unreadable: 0 })
  })

  test('is changed in rows of which a part is under the new key already, or not there', async () => {
    const before = await processWith(OLD)
    const both = await processWith(`${NEW},${OLD}`)
    const { merchantId } = await createClient(db, clock, { merchant: 'Merchant' })
    const id = randomUUID()
    const placeIn = (column: 'email_encrypted' | 'phone_encrypted') => placeOf('kyc_customers', column, [id])
    await sql`
      insert into kyc_customers (id, merchant_id, email_encrypted, phone_encrypted, created_at)
      values (${id}, ${merchantId}, ${before.secrets.encrypt('ada@example.com', placeIn('email_encrypted'))},
        ${both.secrets.encrypt('+15555550123', placeIn('phone_encrypted'))}, ${clock.now()})
    `.execute(db)
    await carryOver(both)
    const { secrets } = await processWith(NEW)
    const row = await db.selectFrom('kyc_customers').selectAll().executeTakeFirstOrThrow()
    const opened = (bytes: Buffer | null, column: 'email_encrypted' | 'phone_encrypted') =>
      bytes && secrets.decrypt({ bytes, place: placeIn(column) }).toString()
    expect(opened(row.email_encrypted, 'email_encrypted')).toBe('ada@example.com')
    expect(opened(row.phone_encrypted, 'phone_encrypted')).toBe('+15555550123')
  })

  test('is changed without taking back what somebody writes meanwhile', async () => {
    const before = await processWith(OLD)
    const { hash, encrypted } = sealBan(before.secrets, 'eve@example.com')
    await insertBan(db, { hash, encrypted }, clock.now())
    const both = await processWith(`${NEW},${OLD}`)
    const written = sealBan(both.secrets, 'Eve@Example.com')
    await db.updateTable('bans').set({ value_encrypted: written.encrypted }).execute()
    const late = sealBan(both.secrets, 'eve@example.com')
    await replaceSealed(db, 'bans', {
      row: [hash],
      column: 'value_encrypted',
      before: encrypted,
      bytes: late.encrypted,
    })
    expect((await listBans(db)).map((sealed) => both.secrets.decrypt(sealed).toString())).toEqual(['Eve@Example.com'])
  })

  test('opens the one key by which values are found, also for a process that made another as it started', async () => {
    const first = await processWith(OLD)
    const place = placeOf('secrets_state', 'lookup_key_encrypted', [true])
    await keepFirstLookupKey(db, first.secrets.encrypt(randomBytes(32), place))
    const second = await processWith(OLD)
    expect(second.secrets.hash('eve@example.com')).toEqual(first.secrets.hash('eve@example.com'))
  })

  test('that was taken out too early is named, and nothing is lost', async () => {
    const lagging = await processWith(OLD)
    const both = await processWith(`${NEW},${OLD}`)
    await carryOver(both)
    await insertBan(db, sealBan(lagging.secrets, 'eve@example.com'), clock.now())
    const early = await carryOver(await processWith(NEW))
    expect(early).toMatchObject({
      replaced: 0,
      unreadable: 1,
      firstUnreadable: expect.stringMatching(/bans\.value_encrypted is encrypted with key/),
    })
    expect(await carryOver(both)).toMatchObject({ replaced: 1, unreadable: 0 })
  })
})

test('every encrypted column of the schema is re-encrypted, and nothing else', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name like '%\_encrypted' order by 1
  `.execute(db)
  const listed = Object.entries(SEALED_COLUMNS).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(rows.map(({ name }) => name)).toEqual(listed.toSorted())
})
