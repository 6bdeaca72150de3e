import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { planOf } from '../../test/kept-plan.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient, type Credentials } from '../auth/create-client.ts'
import type { Database, Executor } from '../db/database.ts'
import { sha256 } from '../platform/secrets.ts'
import { insertBan, insertFlaggedWallet, readLists } from '../screening/list-store.ts'
import { refusal } from '../screening/screening-rules.ts'
import { IntentCreation, type NewIntent } from './creation-store.ts'

const clock = createTestClock()
const encrypted = Buffer.from('sealed')
const BANNED = ['banned-1', 'banned-2'].map(sha256)
const FLAGGED = sha256('flagged')

let db: Database
let close: () => Promise<void>
let merchant: Credentials

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  merchant = await createClient(db, clock, { merchant: 'Merchant' })
  for (const hash of BANNED) await insertBan(db, { hash, encrypted }, clock.now())
  await insertFlaggedWallet(db, { hash: FLAGGED, encrypted }, clock.now())
})
afterAll(() => close())

const finding = fc.record({
  sanctioned: fc.boolean(),
  sandbox: fc.constantFrom(null, 'ERR01', 'ERR15', 'ERR06'),
  valueHashes: fc.subarray([...BANNED, ...['unknown-1', 'unknown-2'].map(sha256)]),
  walletHash: fc.constantFrom(null, FLAGGED, sha256('unflagged')),
  isPastThreshold: fc.boolean(),
})
type Finding = typeof finding extends fc.Arbitrary<infer T> ? T : never

const intentOf = ({ sanctioned, sandbox, valueHashes, walletHash, isPastThreshold }: Finding): NewIntent => {
  const id = randomUUID()
  const hash = sha256(id)
  return {
    id,
    merchantId: merchant.merchantId,
    clientId: merchant.clientId,
    mode: 'widget',
    keyHash: hash,
    requestHash: hash,
    amount: '10.00',
    currency: 'USD',
    itemId: 'coins',
    itemTitle: 'Coins',
    itemDescription: null,
    itemImageUrl: null,
    reference: null,
    buyerId: null,
    buyerHash: hash,
    askedRest: '{}',
    createdAt: clock.now(),
    expiresAt: clock.now(),
    sanctioned,
    sandboxOutcome: sandbox,
    valueHashes,
    walletHash,
    kycThreshold: isPastThreshold ? '9.99' : '10.00',
    rollingSince: clock.now(),
    receiptEmail: null,
    redirect: null,
  }
}

/** The order of decisions.md §3, by the rules: what is refused is refused first, and verification is asked for last. */
const outcomeByRules = async (found: Finding) => {
  const refused = refusal(found, await readLists(db, found.valueHashes, found.walletHash))
  return refused ?? (found.sandbox === 'ERR06' || found.isPastThreshold ? 'ERR06' : null)
}

test('the statement that creates intents has the same outcomes, in the same order, as the rules', async () => {
  const creation = new IntentCreation(db, 1, false)
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { minLength: 1, maxLength: 20 }), async (findings) => {
      const intents = await Promise.all(findings.map((found) => creation.createOrFind(intentOf(found))))
      expect(intents.map(({ errorCode }) => errorCode)).toEqual(await Promise.all(findings.map(outcomeByRules)))
    }),
    { numRuns: 50 },
  )
})

const UNREMARKABLE: Finding = {
  sanctioned: false,
  sandbox: null,
  valueHashes: [],
  walletHash: null,
  isPastThreshold: false,
}

test('a statement takes keys in one order, so that those which share some wait for each other one way only', async () => {
  const intents = Array.from({ length: 20 }, () => intentOf(UNREMARKABLE))
  const creation = new IntentCreation(db, 1, false)
  await Promise.all(intents.map((intent) => creation.createOrFind(intent)))
  const ids = intents.map(({ id }) => id)
  const inOrder = db
    .selectFrom('payment_intents')
    .select('id')
    .where('id', 'in', ids)
    .orderBy(sql`ctid`)
  expect((await inOrder.execute()).map(({ id }) => id)).toEqual(ids.toSorted())
})

test.each(['widget', 'redirect'] as const)(
  'where receipts are mailed, an address is kept with each intent that can be paid: %s',
  async (mode) => {
    const creation = new IntentCreation(db, 1, true)
    const create = (change: Partial<NewIntent>) => {
      const redirect = mode === 'redirect' ? { tokenHash: sha256(randomUUID()), expiresAt: clock.now() } : null
      return creation.createOrFind({ ...intentOf(UNREMARKABLE), mode, redirect, ...change })
    }
    const [open, gated, ...others] = await Promise.all([
      create({ receiptEmail: encrypted }),
      create({ receiptEmail: encrypted, sandboxOutcome: 'ERR06' }),
      create({ receiptEmail: encrypted, sanctioned: true }),
      create({}),
    ])
    const ids = [open, gated, ...others].map(({ id }) => id)
    const columns = ['intent_id as id', 'email_encrypted as email'] as const
    const kept = await db.selectFrom('receipt_mails').select(columns).where('intent_id', 'in', ids).execute()
    const expected = [open, gated].map(({ id }) => ({ id, email: encrypted }))
    expect(kept).toHaveLength(2)
    expect(kept).toEqual(expect.arrayContaining(expected))
  },
)

test('the payments of a buyer who is verified are not added up, however many there are', async () => {
  const intent = intentOf(UNREMARKABLE)
  const sent: CompiledQuery[] = []
  const keeping = {
    executeQuery: async (query: CompiledQuery) => {
      sent.push(query)
      return db.executeQuery(query)
    },
  } as unknown as Executor
  await new IntentCreation(keeping, 1, false).createOrFind(intent)
  const addedUp = () =>
    db.connection().execute(async (connection) => {
      const [statement] = sent
      const plan = statement && (await planOf(connection, statement, 'force_custom_plan'))
      const sum = plan?.nodes.find((node) => node['Index Name'] === 'payment_intents_rolling')
      return sum?.['Actual Loops']
    })
  expect(await addedUp()).toBe(1)
  const { merchantId: merchant_id, buyerHash: customer_hash } = intent
  const customer = { id: randomUUID(), merchant_id, customer_hash, level: 2, created_at: clock.now() }
  await db.insertInto('kyc_customers').values(customer).execute()
  expect(await addedUp()).toBe(0)
})
