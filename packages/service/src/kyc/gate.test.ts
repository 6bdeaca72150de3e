import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, sessionViewSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostedBuyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { order, orderRedirect, startKycSession } from '../../test/orders.ts'
import { eventsAbout, recordedEvents, recordedTypes, storedAttempts, storedStatus } from '../../test/session-facts.ts'
import { findPayment } from '../payments/payment-store.ts'
import { insertBan } from '../screening/list-store.ts'
import { sealBan } from '../screening/screen.ts'
import { countDestinations } from './code-store.ts'
import { openGate } from './gate.ts'
import { findGate } from './session-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const KYC_BUYER = { email: 'kyc@example.com' }

describe('decisions.md §3: ERR06 leads through KYC and on to the payment', () => {
  test('asks for level 2 in front of the card, and then takes the card in the same session', async () => {
    const { page, intentId, errorCode } = await order(service, { buyer: KYC_BUYER })
    expect(errorCode).toBe('ERR06')
    const first = await page.view()
    expect(first).toMatchObject({ flow: 'PAYMENT', step: 'kyc_email', payment_intent_id: intentId })
    expect(first).toMatchObject({ item: { title: '100 coins' }, expires_at: expect.any(String) })
    expect(first).toMatchObject({ progress: { asks: ['email', 'identity'], step: 1 } })
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_identity', progress: { step: 2 } })
    expect(await page.pay()).toMatchObject({ step: 'kyc_identity' })
    expect(await giveIdentity(page)).toMatchObject({ step: 'pay', attempts_left: 3 })
    expect(await page.pay()).toMatchObject({ step: 'approved' })
    expect(await recordedEvents(service, intentId)).toMatchObject([
      { type: 'kyc_approved', data: { payment_intent_id: intentId, level: 2, outcome: 'approved' } },
      { type: 'payment_approved' },
    ])
  })

  test('answers what is sent once more, or from another tab, after it was passed with what follows', async () => {
    const { page } = await order(service, { buyer: KYC_BUYER })
    await giveEmail(page)
    await giveIdentity(page)
    const repeat = () => page.act(CHECKOUT_PATHS.kycPhoneCode, { code: '123456' })
    expect(await repeat()).toMatchObject({ step: 'pay', problem: null })
    expect(await page.act(CHECKOUT_PATHS.kycEmail, { email: 'a@example.com' })).toMatchObject({ step: 'pay' })
    await page.pay()
    expect(await repeat()).toMatchObject({ step: 'approved' })
  })

  test('asks a sandbox kyc@ buyer afresh at each intent, whatever was given before or elsewhere', async () => {
    const waiting = await order(service, { buyer: KYC_BUYER })
    for (let count = 0; count < 2; count += 1) {
      const { page, errorCode } = await order(service, { buyer: KYC_BUYER })
      expect([errorCode, (await page.view()).step]).toEqual(['ERR06', 'kyc_email'])
      await giveEmail(page)
      expect(await giveIdentity(page)).toMatchObject({ step: 'pay' })
    }
    expect(await waiting.page.pay()).toMatchObject({ step: 'kyc_email' })
  })

  test('asks a sandbox kyc@ buyer afresh whom the merchant knows, and shows so to a look', async () => {
    const externalId = randomUUID()
    await giveEmail(await startKycSession(service, 1, { externalId }))
    const { page } = await order(service, { buyer: { ...KYC_BUYER, id: externalId } })
    expect((await page.send(CHECKOUT_PATHS.session)).data(sessionViewSchema)).toMatchObject({ step: 'kyc_email' })
    expect(await page.view()).toMatchObject({ step: 'kyc_email' })
  })

  test('stays shut after a rejection, and takes no card', async () => {
    const { page, intentId } = await order(service, { buyer: KYC_BUYER })
    await giveEmail(page)
    expect(await giveIdentity(page, 'Ada Reject')).toMatchObject({ step: 'kyc_rejected' })
    expect(await page.pay()).toMatchObject({ step: 'kyc_rejected' })
    expect(await storedAttempts(service, intentId)).toEqual([])
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'kyc_rejected' })
    expect(await storedStatus(service, intentId)).toBe('Created')
    expect(await recordedTypes(service, intentId)).toEqual(['kyc_rejected'])
  })

  test('stays shut while a decision is pending', async () => {
    const { page, intentId } = await order(service, { buyer: KYC_BUYER })
    await giveEmail(page)
    expect(await giveIdentity(page, 'Ada Pending')).toMatchObject({ step: 'kyc_pending' })
    expect(await page.pay()).toMatchObject({ step: 'kyc_pending' })
    expect(await storedAttempts(service, intentId)).toEqual([])
  })

  test('is opened once by many first looks, and is the same on the hosted page', async () => {
    const url = await orderRedirect(service, { buyer: KYC_BUYER })
    const page = hostedBuyer(service, url.pathname.split('/').at(-1) ?? '')
    const views = await Promise.all(Array.from({ length: 10 }, () => page.view()))
    expect(new Set(views.map(({ step }) => step))).toEqual(new Set(['kyc_email']))
    await giveEmail(page)
    expect(await giveIdentity(page)).toMatchObject({ step: 'pay' })
  })

  test('is opened once by many who come at once, and makes no further customer for those who come later', async () => {
    const { db } = service.deps
    const { intentId } = await order(service, { buyer: KYC_BUYER })
    const payment = await findPayment(db, intentId)
    if (payment === null) throw new Error('there is no payment')
    const gates = await Promise.all(Array.from({ length: 3 }, () => openGate(service.deps, payment)))
    expect(new Set(gates.map(({ id }) => id)).size).toBe(1)
    const customers = async () => (await db.selectFrom('kyc_customers').select('id').execute()).length
    const before = await customers()
    await openGate(service.deps, payment)
    expect(await customers()).toBe(before)
  })

  test('is not opened by a look, which shows the same first step', async () => {
    const { page, intentId } = await order(service, { buyer: KYC_BUYER })
    const look = async () => (await page.send(CHECKOUT_PATHS.session)).data(sessionViewSchema)
    const sessions = () =>
      service.deps.db.selectFrom('kyc_sessions').select('id').where('intent_id', '=', intentId).execute()
    expect(await look()).toMatchObject({ step: 'kyc_email' })
    expect(await sessions()).toEqual([])
    expect(await page.view()).toMatchObject({ step: 'kyc_email' })
    expect(await sessions()).toHaveLength(1)
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_identity' })
    expect(await look()).toMatchObject({ step: 'kyc_identity' })
  })

  test('shows a look what a known customer has not given yet', async () => {
    const merchant = await service.createMerchant()
    const look = async (id: string) => {
      const { page } = await order(service, { buyer: { id, email: 'a@example.com' }, merchant, amount: '600.00' })
      return (await page.send(CHECKOUT_PATHS.session)).data(sessionViewSchema)
    }
    const [proven, unproven] = [randomUUID(), randomUUID()]
    await startKycSession(service, 1, { externalId: unproven, merchant })
    await giveEmail(await startKycSession(service, 1, { externalId: proven, merchant }))
    expect(await look(proven)).toMatchObject({ step: 'kyc_identity' })
    expect(await look(unproven)).toMatchObject({ step: 'kyc_email' })
  })

  test('is no session that the merchant starts for the same customer', async () => {
    const merchant = await service.createMerchant()
    const externalId = randomUUID()
    const buyer = { id: externalId, email: 'a@example.com' }
    const { page } = await order(service, { buyer, merchant, amount: '600.00' })
    await page.view()
    const started = await startKycSession(service, 2, { externalId, merchant })
    await giveEmail(started)
    expect(await giveIdentity(started)).toMatchObject({ flow: 'KYC_OCC', step: 'kyc_approved' })
    expect(await eventsAbout(service, externalId)).toMatchObject([{ data: { payment_intent_id: null } }])
  })

  test('ends with its intent, and sends no code after it', async () => {
    const { page, intentId } = await order(service, { buyer: KYC_BUYER })
    await page.view()
    service.clock.advance(30 * 60_000)
    expect(await giveEmail(page)).toMatchObject({ step: 'expired' })
    const gate = await findGate(service.deps.db, intentId)
    expect(gate).toMatchObject({ pendingEmail: null, customer: { email: null } })
    expect(await countDestinations(service.deps.db, { sessionId: gate?.id ?? '', channel: 'email' })).toBe(0)
  })
})

describe('KYC asked for past the rolling amount', () => {
  test('asks only for what the customer has not given, and lets the next intent through', async () => {
    const merchant = await service.createMerchant()
    const externalId = randomUUID()
    const buyer = { id: externalId, email: 'ada@example.com' }
    await giveEmail(await startKycSession(service, 1, { externalId, merchant }))
    const { page, errorCode } = await order(service, { buyer, merchant, amount: '500.01' })
    expect([errorCode, (await page.view()).step]).toEqual(['ERR06', 'kyc_identity'])
    expect(await giveIdentity(page)).toMatchObject({ step: 'pay' })
    expect((await order(service, { buyer, merchant, amount: '900.00' })).errorCode).toBeNull()
  })

  test('opens by itself for a customer who has been verified since the intent was created', async () => {
    const merchant = await service.createMerchant()
    const externalId = randomUUID()
    const { page, intentId } = await order(service, {
      buyer: { id: externalId, email: 'a@example.com' },
      merchant,
      amount: '600.00',
    })
    const verified = await startKycSession(service, 2, { externalId, merchant })
    await giveEmail(verified)
    await giveIdentity(verified)
    expect(await page.view()).toMatchObject({ step: 'pay' })
    expect(await recordedTypes(service, intentId)).toEqual(['kyc_approved'])
  })
})

test('a buyer who is banned by the merchant’s id while a gate is open does not come through it', async () => {
  const { secrets, db, clock } = service.deps
  const id = randomUUID()
  const { page, intentId } = await order(service, { buyer: { ...KYC_BUYER, id } })
  await giveEmail(page)
  await insertBan(db, sealBan(secrets, id), clock.now())
  expect(await giveIdentity(page)).toMatchObject({ step: 'kyc_rejected' })
  expect(await page.pay()).toMatchObject({ step: 'kyc_rejected' })
  expect(await recordedEvents(service, intentId)).toMatchObject([
    { type: 'kyc_rejected', data: { external_id: id, payment_intent_id: intentId } },
  ])
})

test('a payment without a gate has no verification to do', async () => {
  const { page } = await order(service)
  const answer = await page.send(CHECKOUT_PATHS.kycEmail, { method: 'POST', body: { email: 'ada@example.com' } })
  expect(answer.json?.error).toMatchObject({ status: 404 })
})

test('a payment without a gate opens no identity check as its page is entered', async () => {
  const { page, intentId } = await order(service)
  expect(await page.view()).toMatchObject({ step: 'pay' })
  const checks = service.deps.db.selectFrom('kyc_sessions').select('id').where('intent_id', '=', intentId)
  expect(await checks.execute()).toEqual([])
})
