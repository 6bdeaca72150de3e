import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepEarlierCustomer } from '../../test/earlier-customer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { EMAIL, FULL_NAME, giveAllBeforeDocuments, giveDocuments, giveEmail, PHONE } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { printedBy } from '../../test/printed-by.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false })
})
afterAll(() => service.close())

const printedFor = (words: readonly string[], merchantId = service.merchant.merchantId): Promise<string> =>
  printedBy(service.deps, ['customers', 'export', '--merchant', merchantId, ...words])

/** Passes level 3, and buys something. */
const comeAndGo = async (id: string): Promise<string> => {
  const check = await startKycSession(service, 3, { externalId: id })
  await giveAllBeforeDocuments(check)
  expect(await giveDocuments(check)).toMatchObject({ step: 'kyc_approved' })
  const { intentId, page } = await order(service, { buyer: { id, email: 'ada@example.com' } })
  await page.pay()
  return intentId
}

test('a customer is told all that they gave, how it ended, and what they paid, and nothing of anybody else', async () => {
  const stranger = await comeAndGo('player-2')
  const intentId = await comeAndGo('player-1')
  const printed = await printedFor(['--id', 'player-1', '--json'])
  expect(JSON.parse(printed)).toMatchObject({
    identity: {
      level: 3,
      email: 'grace.hopper@example.com',
      full_name: 'Grace Hopper',
      phone: expect.stringMatching(/^\+\d+$/),
      address: { postal_code: expect.any(String), country: expect.any(String) },
      files: [{ kind: 'government_id' }, { kind: 'selfie' }],
      checks: [{ level: 3, outcome: 'approved', external_id: 'player-1', wallet: expect.any(String) }],
    },
    payments: [{ payment_intent_id: intentId, status: 'Approved', cards: [{ last_four: expect.any(String) }] }],
  })
  expect(printed).not.toContain(stranger)
  expect(JSON.parse(await printedFor(['--id', 'player-1']))).toEqual(JSON.parse(printed))
})

test('a check that was not gone through with is told as well, with what was given until then', async () => {
  await giveEmail(await startKycSession(service, 2, { externalId: 'player-3' }))
  const { identity, payments } = JSON.parse(await printedFor(['--id', 'player-3', '--json']))
  expect(identity).toMatchObject({ level: 0, email: 'grace.hopper@example.com', full_name: null, files: [] })
  expect(identity.checks).toMatchObject([{ outcome: null, submitted_at: null }])
  expect(payments).toEqual([])
})

test('what was given and has not answered its code is told as not verified', async () => {
  const notVerifiedOf = async (id: string) =>
    JSON.parse(await printedFor(['--id', id, '--json'])).identity.checks[0].not_verified
  const first = await startKycSession(service, 1, { externalId: 'player-6' })
  await first.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
  expect(await notVerifiedOf('player-6')).toEqual({ email: EMAIL, full_name: null, phone: null })
  const second = await startKycSession(service, 2, { externalId: 'player-7' })
  await giveEmail(second)
  await second.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE })
  expect(await notVerifiedOf('player-7')).toEqual({ email: null, full_name: FULL_NAME, phone: PHONE })
})

test('a customer whom an earlier version kept under one spelling of a wallet is told of, too', async () => {
  const wallet = { address: '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01', blockchain: 'ethereum' }
  await keepEarlierCustomer(service, wallet)
  const words = ['--wallet', wallet.address, '--blockchain', wallet.blockchain, '--json']
  expect(JSON.parse(await printedFor(words))).toMatchObject({ identity: { level: 2 }, payments: [] })
})

test('a payment whose time is over is told as expired, before the sweep has written so', async () => {
  await order(service, { buyer: { id: 'player-5', email: 'ada@example.com' } })
  service.clock.advance(31 * 60_000)
  const { identity, payments } = JSON.parse(await printedFor(['--id', 'player-5', '--json']))
  expect(identity).toBeNull()
  expect(payments).toMatchObject([{ status: 'Expired', cards: [] }])
})

test("whoever misspells a customer, or names another merchant's, is told that nothing is kept", async () => {
  const { merchantId } = await service.createMerchant()
  const nothing = /^Nothing is kept of a customer of this name: name them as the shop does/
  await expect(printedFor(['--id', 'Player-1'])).rejects.toThrow(nothing)
  await expect(printedFor(['--id', 'player-1'], merchantId)).rejects.toThrow(nothing)
})

test('one name is asked for', async () => {
  await expect(printedFor(['--id', 'a', '--email', 'a@shop.example'])).rejects.toThrow(/^customers export: give one of/)
})

test('what a sandbox buyer gave who begins afresh with each intent is told as well, each by itself', async () => {
  const buyer = { id: 'player-4', email: 'kyc@example.com' }
  for (let count = 0; count < 2; count += 1) await giveEmail((await order(service, { buyer })).page)
  const given = { email: 'grace.hopper@example.com', checks: [{ external_id: 'player-4', level: 2 }] }
  expect(JSON.parse(await printedFor(['--id', 'player-4', '--json']))).toMatchObject({
    identity: null,
    identities_afresh: [given, given],
  })
})
