import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readSessionToken } from '../src/auth/session-token.ts'
import type { ServiceDeps } from '../src/composition/deps.ts'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { readMigrations } from '../src/db/read-migrations.ts'
import { carryOver } from '../src/jobs/carry-over.ts'
import { carryOverJob } from '../src/jobs/carry-over-job.ts'
import { readApplication } from '../src/kyc/application.ts'
import { findKycSession } from '../src/kyc/session-store.ts'
import { canonicalJson, uuidOf } from '../src/payments/request-rules.ts'
import { openSecrets } from '../src/platform/open-secrets.ts'
import { readSecretsState } from '../src/platform/sealed-store.ts'
import { screen } from '../src/screening/screen.ts'
import { findSubscription } from '../src/webhooks/subscription-store.ts'
import { openTestDatabase } from './databases.ts'
import { orderOf, processOn, request } from './secret-process.ts'
import { createTestClock } from './test-clock.ts'

/** The key that the data of before was made with. */
const SECRET = 'the secret key that the database was made with'

const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', SECRET, 'coinslot', purpose, 32))
/** As values were hashed. */
const hashed = (text: string) => createHmac('sha256', derived('hash')).update(text).digest()
/** As values were encrypted: nonce, tag, body; no key's name, no place. */
const sealed = (plain: string) => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived('encrypt'), nonce)
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}
const sha256 = (text: string) => createHash('sha256').update(text).digest()

const order = orderOf('order-1')
const ids = { merchant: randomUUID(), customer: randomUUID(), session: randomUUID(), subscription: randomUUID() }
const keyHash = hashed(JSON.stringify(['intent', ids.merchant, order.idempotency_key]))
const intentId = uuidOf(keyHash)
const address = { street: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', country: 'GB' }
const pixels = '\u0089PNG of a passport'

/** Everything that was encrypted or hashed, in a database of the version before. */
const fillAsBefore = async (db: Database): Promise<void> => {
  await sql.raw('drop schema public cascade; create schema public').execute(db)
  const all = await readMigrations()
  await migrate(db, { migrations: all.filter(({ name }) => name < '076') })
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const publicJwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'before', alg: 'EdDSA', use: 'sig' })
  const privateJwk = sealed(JSON.stringify(await exportJWK(privateKey)))
  const keyId = randomUUID()
  const uploadId = randomUUID()
  await sql`insert into merchants (id, name, created_at) values (${ids.merchant}, 'Merchant', now())`.execute(db)
  await sql`insert into clients (id, merchant_id, secret_hash, permissions, origins, created_at) values
    ('client_before', ${ids.merchant}, ${sha256('secret_before')}, '{payments,notifications}', '{}', now())`.execute(db)
  await sql`insert into signing_keys values ('before', ${publicJwk}::jsonb, ${privateJwk}, now(), null)`.execute(db)
  await sql`insert into bans values (${hashed('ban:eve@example.com')}, ${sealed('eve@example.com')}, now())`.execute(db)
  await sql`insert into flagged_wallets values (${hashed('wallet:0xbad')}, ${sealed('0xbad')}, now())`.execute(db)
  await sql`insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, created_at) values
    (${ids.subscription}, ${ids.merchant}, '', 'https://shop.example/hook', 'enabled', now())`.execute(db)
  await sql`insert into webhook_keys (id, merchant_id, subscription_id, key_encrypted, created_at) values
    (${keyId}, ${ids.merchant}, ${ids.subscription}, ${sealed('whsec_before')}, now())`.execute(db)
  await sql`insert into kyc_customers (id, merchant_id, email_encrypted, full_name_encrypted, phone_encrypted,
    address_encrypted, created_at) values (${ids.customer}, ${ids.merchant}, ${sealed('ada@example.com')},
    ${sealed('Ada Lovelace')}, ${sealed('+441632960961')}, ${sealed(JSON.stringify(address))}, now())`.execute(db)
  await sql`insert into kyc_sessions (id, merchant_id, client_id, customer_id, wallet_encrypted, level, created_at,
    expires_at, pending_email_encrypted, pending_full_name_encrypted, pending_phone_encrypted) values (${ids.session},
    ${ids.merchant}, 'client_before', ${ids.customer}, ${sealed('0xada')}, 3, now(), now() + interval '1 day',
    ${sealed('ada@example.com')}, ${sealed('Ada')}, ${sealed('+441632960961')})`.execute(db)
  await sql`insert into kyc_uploads (customer_id, kind, content_type, upload_id, uploaded_at) values
    (${ids.customer}, 'selfie', 'image/png', ${uploadId}, now())`.execute(db)
  await sql`insert into kyc_upload_pieces values (${uploadId}, 0, ${sealed(pixels)})`.execute(db)
  await sql`insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount,
    currency, item_id, item_title, buyer_hash, created_at, expires_at) values (${intentId}, ${ids.merchant},
    'client_before', 'widget', ${keyHash}, ${sha256(canonicalJson(order))}, 'Created', 9.99, 'USD', 'gold', '100 gold',
    ${hashed('buyer')}, now(), now() + interval '30 minutes')`.execute(db)
}

const clock = createTestClock()
let db: Database
let close: () => Promise<void>

beforeEach(async () => {
  ;({ db, close } = await openTestDatabase())
  await fillAsBefore(db)
})
afterEach(() => close())

/** Everything that was there is found and read, and a merchant's retry still meets its first request. */
const seesAll = async (deps: ServiceDeps): Promise<void> => {
  expect((await deps.keys.current()).kid).toBe('before')
  expect(await screen(deps, db, { email: 'Eve@example.com', country: null })).toBe('ERR01')
  expect(await screen(deps, db, { walletAddress: '0xBad', country: null })).toBe('ERR15')
  const subscription = { merchantId: ids.merchant, id: ids.subscription }
  expect((await findSubscription(db, deps.secrets, subscription))?.signing_key).toBe('whsec_before')
  const session = await findKycSession(db, ids.session)
  if (session === null) throw new Error('the session is gone')
  const { wallet, pendingEmail, pendingFullName, pendingPhone } = session
  const opened = [wallet, pendingEmail, pendingFullName, pendingPhone].map((sealedValue) =>
    sealedValue === null ? null : deps.secrets.decrypt(sealedValue).toString(),
  )
  expect(opened).toEqual(['0xada', 'ada@example.com', 'Ada', '+441632960961'])
  expect(await readApplication(deps, db, session)).toEqual({
    reference: ids.session,
    level: 3,
    email: 'ada@example.com',
    fullName: 'Ada Lovelace',
    phone: '+441632960961',
    address,
    governmentId: null,
    selfie: { contentType: 'image/png', content: Buffer.from(pixels) },
  })
  expect(await request(deps, { clientId: 'client_before' }, 'order-1')).toMatchObject({
    replayed: true,
    intent: { id: intentId },
  })
  const token = `v1.pay.${intentId}.${hashed(`checkout-session:v1:pay:${intentId}`).toString('base64url')}`
  expect(readSessionToken(deps.secrets, token)).toEqual({ kind: 'pay', id: intentId })
}

/** What a start does beside requests. */
const carriedOver = async (deps: ServiceDeps): Promise<void> => {
  const job = carryOverJob(deps)
  await job.start()
  await expect.poll(async () => (await readSecretsState(db)).hasEarlierForm).toBe(false)
  await job.stop()
}

test('data from before is read as it is, and carried over by the next start, without loss', async () => {
  const deps = await processOn(db, clock, SECRET)
  await seesAll(deps)
  await carriedOver(deps)
  await seesAll(deps)
  await seesAll(await processOn(db, clock, SECRET))
  const { rows } = await sql<{
    bytes: number
  }>`select octet_length(request_hash) as bytes from payment_intents`.execute(db)
  expect(rows).toEqual([{ bytes: 33 }])
})

test('once it is carried over, a ciphertext that names no place is not read', async () => {
  const deps = await processOn(db, clock, SECRET)
  await carriedOver(deps)
  await sql`update webhook_keys set key_encrypted = ${sealed('whsec_of_another')}`.execute(db)
  const subscription = { merchantId: ids.merchant, id: ids.subscription }
  expect(await findSubscription(db, deps.secrets, subscription)).toMatchObject({ signing_key: '' })
})

test('another key than the one of before is one line that says what to do', async () => {
  await expect(processOn(db, clock, 'some other key that nothing was made with')).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/^COINSLOT_SECRET_KEY does not hold[^\n]*Set it to the key[^\n]*$/),
  })
})

test('a key that was lost is missed, and no other is made in its place', async () => {
  await migrate(db)
  const dataDir = await mkdtemp(join(tmpdir(), 'coinslot-lost-key-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await expect(openSecrets({ secretKeys: null, database: { kind: 'embedded', dataDir } }, db)).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringContaining('The secret key of this database is missing'),
  })
  expect(await readdir(dataDir)).toEqual([])
})

test('a new key in front of the one of before takes all of it over', async () => {
  const newer = 'the secret key that has come in its place'
  const deps = await processOn(db, clock, `${newer},${SECRET}`)
  await seesAll(deps)
  await carriedOver(deps)
  await seesAll(deps)
  await expect(processOn(db, clock, newer)).resolves.toBeDefined()
})

const isOfEarlierForm = async (): Promise<boolean> => (await readSecretsState(db)).hasEarlierForm

test('a carry-over that is stopped is not taken for done, and the next one goes on', async () => {
  const deps = await processOn(db, clock, SECRET)
  await carryOver(deps, () => true)
  expect(await isOfEarlierForm()).toBe(true)
  await seesAll(deps)
  await carryOver(deps)
  expect(await isOfEarlierForm()).toBe(false)
  await seesAll(deps)
})

test('a start that is stopped waits for what it is carrying over, and no longer', async () => {
  const deps = await processOn(db, clock, SECRET)
  const ended: object[] = []
  const log = { info: (fields: object) => void ended.push(fields) } as unknown as ServiceDeps['log']
  const job = carryOverJob({ ...deps, log })
  await job.start()
  await job.stop()
  expect(ended).toEqual([expect.objectContaining({ rekeyed: 0 })])
  expect(await isOfEarlierForm()).toBe(true)
  const { rows } = await sql<{
    bytes: number
  }>`select octet_length(request_hash) as bytes from payment_intents`.execute(db)
  expect(rows).toEqual([{ bytes: 32 }])
})

test('what no key reads is told, and what is of the form from before goes on being read', async () => {
  const told: object[] = []
  const deps = await processOn(db, clock, SECRET)
  const log = {
    info: () => undefined,
    error: (fields: object) => void told.push(fields),
  } as unknown as ServiceDeps['log']
  await sql`update bans set value_encrypted = ${randomBytes(60)}`.execute(db)
  const job = carryOverJob({ ...deps, log })
  await job.start()
  await expect.poll(() => told).toMatchObject([{ reason: expect.stringMatching(/bans\.value_encrypted/) }])
  await job.stop()
  expect(await isOfEarlierForm()).toBe(true)
})
