import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dumpTables } from '../../test/dump-tables.ts'
import { keepEarlierCustomer } from '../../test/earlier-customer.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, giveDocuments, giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { printedBy } from '../../test/printed-by.ts'
import { recordedEvents } from '../../test/session-facts.ts'
import { storeIntents } from '../../test/stored-intent.ts'
import { expireIntents } from '../cards/expire-intents.ts'
import { forgetBuyerId } from '../payments/forget-store.ts'
import { forgetAbandoned } from './receive-file.ts'
import { insertPiece, markUploading } from './upload-store.ts'

const ETHEREUM = { blockchain: 'ethereum', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }

let service: TestService
let merchant: TestMerchant
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false })
})
// Some of the tests take a day.
beforeEach(async () => {
  merchant = await service.withFreshToken()
})
afterAll(() => service.close())

const toldOf = (merchantId: string, ...words: string[]): Promise<string> =>
  printedBy(service.deps, ['customers', 'forget', '--merchant', merchantId, ...words])
const forgetOf = async (merchantId: string, ...words: string[]): Promise<unknown> =>
  JSON.parse(await toldOf(merchantId, ...words, '--json'))
const forget = (...words: string[]) => forgetOf(merchant.merchantId, ...words)

/** Passes level 3, with a link for the phone, and buys something. */
const comeAndGo = async (id: string): Promise<string> => {
  const check = await startKycSession(service, 3, { merchant, externalId: id })
  await giveAllBeforeDocuments(check)
  await check.act(CHECKOUT_PATHS.kycPhone)
  expect(await giveDocuments(check)).toMatchObject({ step: 'kyc_approved' })
  const { intentId, page } = await order(service, { merchant, buyer: { id, email: 'ada@example.com' } })
  await page.pay()
  return intentId
}

const rowsWith = async (...texts: string[]): Promise<readonly string[]> =>
  (await dumpTables(service.deps.db)).filter((row) => texts.some((text) => row.includes(text)))
const tablesOf = (rows: readonly string[]) => [...new Set(rows.map((row) => row.split(' ', 1)[0]))].toSorted()
const checksOf = (externalId: string) =>
  service.deps.db.selectFrom('kyc_sessions').selectAll().where('external_id', '=', externalId).execute()
const filesIn = async () => (await rowsWith('')).filter((row) => row.startsWith('kyc_upload_pieces ')).length

test('a customer is forgotten with all checks, files and ids, and nobody else is; payments stay, and what was told of them for its 30 days', async () => {
  const stranger = await comeAndGo('player-8')
  const files = await filesIn()
  const intentId = await comeAndGo('player-7')
  const [check] = await checksOf('player-7')
  expect(await forget('--id', 'player-7')).toEqual({ checks: 1, payments: 1, known: true })
  const left = await rowsWith('player-7', check?.id ?? '', check?.customer_id ?? '')
  expect(tablesOf(left).filter((table) => !table?.startsWith('webhook_events'))).toEqual([])
  expect(await filesIn()).toBe(files)
  const ids = { payment_intent_ids: [intentId, stranger] }
  const statuses = await service.post('/payments/v1/payments/statuses', ids, merchant)
  expect(statuses.json?.data).toMatchObject([{ status: 'Approved' }, { status: 'Approved' }])
  expect(tablesOf(await rowsWith('player-8'))).toEqual(expect.arrayContaining(['kyc_sessions', 'payment_intents']))
  expect(await forget('--id', 'player-7')).toEqual({ checks: 0, payments: 0, known: true })
})

test('payments of one moment are all forgotten, more of them than are looked at in one go', async () => {
  for (let time = 0; time < 2; time += 1) await storeIntents(service, 2_600, { merchant, status: 'Approved' })
  const { merchantId } = merchant
  expect(await forgetBuyerId(service.deps.db, { merchantId, buyerId: 'buyer-7' })).toBe(5_200)
})

test('what a sandbox buyer gave who begins afresh with each intent is forgotten as well, once it is over', async () => {
  const buyer = { id: 'player-19', email: 'kyc@example.com' }
  const { page: another } = await order(service, { merchant, buyer: { ...buyer, id: 'player-20' } })
  await giveEmail(another)
  const [{ page: left }, { page }] = [
    await order(service, { merchant, buyer }),
    await order(service, { merchant, buyer }),
  ]
  for (const each of [left, page]) await giveEmail(each)
  await giveIdentity(left, 'Pending Person')
  await giveIdentity(page)
  await page.pay()
  await expect(forget('--id', 'player-19')).rejects.toThrow(/^A payment of this customer is open/)
  service.clock.advance(3_600_000)
  await expireIntents(service.deps)
  await expect(forget('--id', 'player-19')).rejects.toThrow(/^An identity check of this customer/)
  const checks = await checksOf('player-19')
  for (const { id, outcome } of checks)
    if (outcome === 'pending') await printedBy(service.deps, ['checks', 'reject', id])
  expect(await forget('--id', 'player-19')).toEqual({ checks: 2, payments: 2, known: true })
  const rows = await rowsWith('player-19', ...checks.map(({ customer_id: id }) => id))
  expect(tablesOf(rows).filter((table) => !table?.startsWith('webhook_events'))).toEqual([])
  expect(tablesOf(await rowsWith('player-20'))).toContain('kyc_sessions')
})

test("a merchant's id may be written in capitals", async () => {
  await comeAndGo('player-15')
  const merchantId = merchant.merchantId.toUpperCase()
  expect(await forgetOf(merchantId, '--id', 'player-15')).toEqual({ checks: 1, payments: 1, known: true })
})

test('whoever misspells a customer is told that nobody is known by that name', async () => {
  await comeAndGo('player-16')
  const { merchantId } = merchant
  expect(await toldOf(merchantId, '--id', 'Player-16')).toMatch(/^Nothing is kept of a customer of this name, .*--id/)
  expect(await toldOf(merchantId, '--id', 'player-16')).toBe('Forgotten: identity checks 1, ids on payments 1.')
})

test('whoever names a customer well of whom only payments are kept is not told that nobody is known by that name', async () => {
  const { merchantId } = merchant
  await (await order(service, { merchant, buyer: { email: 'payer@shop.example' } })).page.pay()
  await comeAndGo('player-21')
  await forget('--id', 'player-21')
  const names = [
    ['--email', 'payer@shop.example'],
    ['--id', 'player-21'],
  ]
  for (const name of names)
    expect(await toldOf(merchantId, ...name)).toMatch(/^Nothing was forgotten: .* payments, which stay/)
})

test("another merchant's customer of the same id stays", async () => {
  const another = await service.createMerchant()
  const email = 'ada@example.com'
  await giveEmail(await startKycSession(service, 1, { merchant: another, externalId: 'player-12' }))
  await (await order(service, { merchant: another, buyer: { id: 'player-12', email } })).page.pay()
  expect(await forget('--id', 'player-12')).toEqual({ checks: 0, payments: 0, known: false })
  expect(tablesOf(await rowsWith('player-12'))).toEqual(expect.arrayContaining(['kyc_sessions', 'payment_intents']))
})

test('who is forgotten is asked for everything again', async () => {
  await comeAndGo('player-9')
  await forget('--id', 'player-9')
  const again = await startKycSession(service, 1, { merchant, externalId: 'player-9' })
  expect(await again.act(CHECKOUT_PATHS.session)).toMatchObject({ step: 'kyc_email' })
})

test('an open payment, and a check that can be gone on with, have to end before', async () => {
  await comeAndGo('player-10')
  const { page } = await order(service, { merchant, buyer: { id: 'player-10', email: 'ada@example.com' } })
  await expect(forget('--id', 'player-10')).rejects.toThrow(/^A payment of this customer is open, and nothing/)
  await page.pay()
  expect(await forget('--id', 'player-10')).toEqual({ checks: 1, payments: 2, known: true })
  await startKycSession(service, 3, { merchant, externalId: 'player-11' })
  await expect(forget('--id', 'player-11')).rejects.toThrow(/^An identity check of this customer can still/)
  service.clock.advance(24 * 3_600_000)
  expect(await forget('--id', 'player-11')).toEqual({ checks: 1, payments: 0, known: true })
})

test('an open payment of who was never checked has to end before, too', async () => {
  const { page } = await order(service, { merchant, buyer: { id: 'player-18', email: 'ada@example.com' } })
  await expect(forget('--id', 'player-18')).rejects.toThrow(/^A payment of this customer is open, and nothing/)
  await page.pay()
  expect(await forget('--id', 'player-18')).toEqual({ checks: 0, payments: 1, known: true })
})

test('an order that begins as its buyer is forgotten keeps the id, which its merchant is told', async () => {
  const { intentId, page } = await order(service, { merchant, buyer: { id: 'player-17', email: 'ada@example.com' } })
  expect(await forgetBuyerId(service.deps.db, { merchantId: merchant.merchantId, buyerId: 'player-17' })).toBe(0)
  await page.pay()
  expect(await recordedEvents(service, intentId)).toMatchObject([{ data: { buyer_id: 'player-17' } }])
})

test('a customer who has no id is named by wallet, in whichever letter case, or by e-mail address', async () => {
  const { address, blockchain } = ETHEREUM
  const buyers = [{ wallet: { address, blockchain } }, { email: 'Ada@shop.example' }]
  for (const buyer of buyers) await giveEmail((await order(service, { merchant, buyer, amount: '600.00' })).page)
  service.clock.advance(24 * 3_600_000)
  await expireIntents(service.deps)
  expect(await forget('--wallet', address.toLowerCase(), '--blockchain', blockchain)).toEqual({
    checks: 1,
    payments: 0,
    known: true,
  })
  expect(await forget('--email', 'ada@shop.example')).toEqual({ checks: 1, payments: 0, known: true })
})

test('a customer whom an earlier version kept under one spelling of a wallet is forgotten, too', async () => {
  const [address, blockchain] = [ETHEREUM.address.replace('0xd8', '0xD9'), ETHEREUM.blockchain]
  const customerId = await keepEarlierCustomer(service, { address, blockchain })
  await forget('--wallet', address, '--blockchain', blockchain)
  expect(await rowsWith(customerId)).toEqual([])
})

test('a check that the provider decides later has to be decided before, however long that takes', async () => {
  const check = await startKycSession(service, 2, { merchant, externalId: 'player-13' })
  await giveEmail(check)
  expect(await giveIdentity(check, 'Pending Person')).toMatchObject({ step: 'kyc_pending' })
  service.clock.advance(48 * 3_600_000)
  await expect(forget('--id', 'player-13')).rejects.toThrow(/^An identity check of this customer/)
})

test('a file whose process has died as it came is cleared away before: nobody would find it afterwards', async () => {
  const { db, clock } = service.deps
  await giveAllBeforeDocuments(await startKycSession(service, 3, { merchant, externalId: 'player-14' }))
  const files = await filesIn()
  const [uploadId, until] = [randomUUID(), new Date(clock.now().getTime() + 86_400_000 + 60_000)]
  const [check] = await checksOf('player-14')
  await markUploading(db, check?.id ?? '', { uploadId, until })
  await insertPiece(db, { uploadId, seq: 0, content: Buffer.from('encrypted') })
  service.clock.advance(86_400_000)
  await expect(forget('--id', 'player-14')).rejects.toThrow(/^An identity check of this customer/)
  service.clock.advance(60_000)
  await forgetAbandoned(service.deps)
  expect(await forget('--id', 'player-14')).toEqual({ checks: 1, payments: 0, known: true })
  expect(await filesIn()).toBe(files)
})

test.each([
  [],
  ['--id', 'a', '--email', 'a@shop.example'],
  ['--wallet', ETHEREUM.address],
  ['--id', 'a', '--blockchain', 'ethereum'],
])('is asked for one name: %s', async (...words) => {
  await expect(forget(...words)).rejects.toThrow('give one of --id, --email, or --wallet with --blockchain')
})
