import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { explainStatements, type Plan } from '../../test/explain.ts'
import { planOf as keptPlanOf } from '../../test/kept-plan.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient } from '../auth/create-client.ts'
import type { Database, Executor } from '../db/database.ts'
import {
  findReceiptFacts,
  forgetOldReceipts,
  forgetReceipt,
  keepReceiptAddress,
  noteReceiptLanguage,
  putOffReceipt,
  settleReceipts,
  takeDueReceipts,
} from './receipt-store.ts'

const COUNT = 5_000
const clock = createTestClock()
const now = clock.now()
const later = new Date(now.getTime() + 60_000)

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const { merchantId, clientId } = await createClient(db, clock, { merchant: 'Merchant' })
  await sql`
    insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency, item_id,
      item_title, buyer_hash, created_at, expires_at)
    select md5(nr::text)::uuid, ${merchantId}::uuid, ${clientId}, 'widget', nr::text::bytea, '', 'Created', 1, 'USD', '', '', '',
      ${now}::timestamptz, ${later}::timestamptz
    from generate_series(1, ${COUNT}::integer) as nr
  `.execute(db)
  // Every other payment is approved.
  await sql`
    insert into receipt_mails (intent_id, email_encrypted, created_at, due_at)
    select md5(nr::text)::uuid, '', ${now}::timestamptz, case when nr % 2 = 0 then ${now}::timestamptz end
    from generate_series(1, ${COUNT}::integer) as nr
  `.execute(db)
  await sql`analyze receipt_mails`.execute(db)
})
afterAll(() => close())

const planOf = async (run: (executor: Executor) => Promise<unknown>): Promise<Plan | undefined> => {
  const { db: explaining, plans } = explainStatements(db)
  await run(explaining)
  return plans[0]
}

test('what is due is taken without reading what waits', async () => {
  const plan = await planOf((executor) => takeDueReceipts(executor, { now, leaseUntil: later, limit: 8 }))
  expect(plan?.rowsRead('receipt_mails')).toBeLessThanOrEqual(16)
})

test('that none is old is known without reading any', async () => {
  const plan = await planOf((executor) => forgetOldReceipts(executor, new Date(now.getTime() - 1)))
  expect(plan?.readWhole).toEqual([])
  expect(plan?.rowsRead('receipt_mails')).toBe(0)
})

test('a payment’s end finds its receipt by its id', async () => {
  await db.connection().execute(async (connection) => {
    for (const approvedAt of [now, null]) {
      const settle = settleReceipts(connection, [randomUUID()], approvedAt).compile()
      expect((await keptPlanOf(connection, settle, 'force_generic_plan')).readWhole).toEqual([])
    }
  })
})

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const idOf = (nr: number): string => uuidOf(createHash('md5').update(String(nr)).digest('hex'))
const kept = (id: string) => db.selectFrom('receipt_mails').selectAll().where('intent_id', '=', id).executeTakeFirst()
const approve = (nr: number) =>
  db
    .updateTable('payment_intents')
    .set({ status: 'Approved', finalised_at: now, item_title: `Item ${nr}` })
    .where('id', '=', idOf(nr))
    .execute()
const take = (executor: Executor, at: Date, limit = 1) =>
  takeDueReceipts(executor, { now: at, leaseUntil: new Date(at.getTime() + 60_000), limit })

test('the address that was kept first stands, and the language that was known last', async () => {
  const intentId = idOf(1)
  await forgetReceipt(db, intentId)
  const keep = (email: string, language: string | null) =>
    keepReceiptAddress(db, { intentId, email: Buffer.from(email), language, at: now })
  await keep('first', 'fr')
  await keep('second', 'de')
  expect(await kept(intentId)).toMatchObject({ email_encrypted: Buffer.from('first'), language: 'fr', due_at: null })
  for (const [language, stands] of [
    ['es', 'es'],
    [null, 'es'],
  ] as const) {
    expect(await noteReceiptLanguage(db, intentId, language)).toBe(true)
    expect((await kept(intentId))?.language).toBe(stands)
  }
  expect((await kept(idOf(5)))?.language).toBeNull()
})

test('nothing is kept for a payment that has ended, nor told of one that was not approved', async () => {
  const intentId = idOf(3)
  await forgetReceipt(db, intentId)
  const end = (status: 'Declined' | 'Approved') =>
    db.updateTable('payment_intents').set({ status, finalised_at: now }).where('id', '=', intentId).execute()
  for (const status of ['Declined', 'Approved'] as const) {
    await end(status)
    await keepReceiptAddress(db, { intentId, email: Buffer.from('late'), language: null, at: now })
    expect(await kept(intentId)).toBeUndefined()
    expect((await findReceiptFacts(db, intentId)) !== null).toBe(status === 'Approved')
  }
})

test.runIf(testDatabase === 'postgres')('nothing is kept for a payment that is just ending', async () => {
  const intentId = idOf(7)
  await forgetReceipt(db, intentId)
  let keeping: Promise<unknown> = Promise.resolve()
  let isOver = false
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('payment_intents').set({ status: 'Expired' }).where('id', '=', intentId).execute()
    const address = { intentId, email: Buffer.from('late'), language: null, at: now }
    keeping = keepReceiptAddress(db, address).finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await someoneWaitsFor(transaction))).toBe(true)
  })
  await keeping
  expect(await kept(intentId)).toBeUndefined()
})

test('a receipt names the card that paid, whatever cards were refused before', async () => {
  const intentId = idOf(13)
  await approve(13)
  const tried = (key: string, last_four: string, status: 'refused' | 'approved') => ({
    id: randomUUID(),
    intent_id: intentId,
    attempt_key: uuidOf(key.repeat(8)),
    brand: 'visa',
    last_four,
    status,
    created_at: now,
    check_at: now,
  })
  const attempts = [
    tried('0000', '1111', 'refused'),
    tried('7777', '2222', 'approved'),
    tried('ffff', '3333', 'refused'),
  ]
  await db.insertInto('card_attempts').values(attempts).execute()
  expect((await findReceiptFacts(db, intentId))?.card).toEqual({ brand: 'visa', lastFour: '2222' })
})

test('a receipt tells of its own payment', async () => {
  for (const nr of [9, 11]) await approve(nr)
  for (const nr of [9, 11]) expect((await findReceiptFacts(db, idOf(nr)))?.itemTitle).toBe(`Item ${nr}`)
})

test('a receipt is put off alone', async () => {
  const [putOff, other] = await take(db, now, 2)
  if (putOff === undefined || other === undefined) throw new Error('fewer than two were due')
  const anHourOn = new Date(now.getTime() + 3_600_000)
  await putOffReceipt(db, putOff, anHourOn)
  expect((await kept(putOff.intentId))?.due_at).toEqual(anHourOn)
  expect((await kept(other.intentId))?.due_at).toEqual(later)
})

test('who has lost the lease of a receipt puts nothing off', async () => {
  const [receipt] = await take(db, now)
  if (receipt === undefined) throw new Error('nothing was due')
  const dueAgain = new Date(now.getTime() + 60_000)
  await db.updateTable('receipt_mails').set({ tries: 2 }).where('intent_id', '=', receipt.intentId).execute()
  await putOffReceipt(db, receipt, new Date(now.getTime() + 3_600_000))
  expect((await kept(receipt.intentId))?.due_at).toEqual(dueAgain)
})

test.runIf(testDatabase === 'postgres')('what one process is about to mail is passed over by others', async () => {
  await db.transaction().execute(async (transaction) => {
    const mine = await take(transaction, now, 3)
    const theirs = await take(db, now, 3)
    expect(new Set([...mine, ...theirs].map(({ intentId }) => intentId)).size).toBe(6)
  })
})

test('of addresses that are forgotten, those are counted that a receipt was due to', async () => {
  const created_at = new Date(now.getTime() - 1)
  const old = Array.from({ length: 100 }, (_, index) => idOf(COUNT - index))
  await db.updateTable('receipt_mails').set({ created_at }).where('intent_id', 'in', old).execute()
  expect(await forgetOldReceipts(db, created_at)).toBe(old.length / 2)
  const left = await db.selectFrom('receipt_mails').select('intent_id').execute()
  expect(left.filter(({ intent_id }) => old.includes(intent_id))).toEqual([])
})
