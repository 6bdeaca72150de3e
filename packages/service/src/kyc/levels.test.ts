import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import {
  ADDRESS,
  EMAIL,
  FULL_NAME,
  giveAddress,
  giveDocuments,
  giveEmail,
  giveIdentity,
  PHONE,
  upload,
} from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { eventsAbout } from '../../test/session-facts.ts'
import { forgetUnanswered } from './session-store.ts'

let service: TestService
let merchant: TestMerchant
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  merchant = await service.createMerchant()
})
afterAll(() => service.close())

describe('decisions.md §5: what the levels ask for', () => {
  test('level 1: an e-mail address that answers its code', async () => {
    const page = await startKycSession(service, 1, { merchant })
    expect(await page.view()).toMatchObject({ flow: 'KYC_OCC', step: 'kyc_email', payment_intent_id: null, item: null })
    expect(await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })).toMatchObject({
      step: 'kyc_email_code',
      sent_to: 'g•••@example.com',
    })
    const view = await page.act(CHECKOUT_PATHS.kycEmailCode, { code: '947 293' })
    expect(view).toMatchObject({ step: 'kyc_approved', expires_at: null })
  })

  test('level 2: full name, and a phone number that answers its code', async () => {
    const page = await startKycSession(service, 2, { merchant })
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_identity' })
    const identity = { full_name: FULL_NAME, phone: '+1 (555) 555-0123' }
    expect(await page.act(CHECKOUT_PATHS.kycIdentity, identity)).toMatchObject({
      step: 'kyc_phone_code',
      sent_to: '••• 23',
    })
    expect(await page.act(CHECKOUT_PATHS.kycPhoneCode, { code: '123456' })).toMatchObject({ step: 'kyc_approved' })
  })

  test('level 3: address, government ID and selfie', async () => {
    const page = await startKycSession(service, 3, { merchant })
    await giveEmail(page)
    expect(await giveIdentity(page)).toMatchObject({ step: 'kyc_address' })
    expect(await giveAddress(page)).toMatchObject({ step: 'kyc_documents', government_id: false, selfie: false })
    expect(await upload(page, 'government_id_back')).toMatchObject({ government_id: false, government_id_back: true })
    expect(await upload(page, 'government_id')).toMatchObject({ government_id: true, selfie: false })
    expect(await page.act(CHECKOUT_PATHS.kycSubmit)).toMatchObject({ step: 'kyc_documents', problem: 'file_missing' })
    expect(await upload(page, 'selfie')).toMatchObject({ government_id: true, selfie: true })
    expect(await page.act(CHECKOUT_PATHS.kycSubmit)).toMatchObject({ step: 'kyc_approved' })
  })

  test.each([
    ['Ada Reject', 'kyc_rejected'],
    ['Pending Ada', 'kyc_pending'],
  ])('decisions.md §8: %s ends as %s', async (name, step) => {
    const page = await startKycSession(service, 2, { merchant })
    await giveEmail(page)
    expect(await giveIdentity(page, name)).toMatchObject({ step, expires_at: null })
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step })
  })
})

test('an address that lies nowhere is asked for again', async () => {
  const page = await startKycSession(service, 3, { merchant })
  await giveEmail(page)
  await giveIdentity(page)
  const give = (change: object) => page.act(CHECKOUT_PATHS.kycAddress, { ...ADDRESS, ...change })
  expect(await give({ country: 'XX' })).toMatchObject({ step: 'kyc_address', problem: 'country' })
  expect(await give({ city: ' ' })).toMatchObject({ step: 'kyc_address', problem: 'address' })
  expect(await give({})).toMatchObject({ step: 'kyc_documents', problem: null })
})

describe('decisions.md §5: sessions are resumable', () => {
  test('where they were left, on another page of the same customer', async () => {
    const externalId = randomUUID()
    const first = await startKycSession(service, 2, { externalId, merchant })
    await giveEmail(first)
    await first.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE })
    const second = await startKycSession(service, 2, { externalId, merchant })
    expect(await second.view()).toMatchObject({ step: 'kyc_phone_code' })
    await second.act(CHECKOUT_PATHS.kycPhoneCode, { code: '123456' })
    expect(await first.view()).toMatchObject({ step: 'kyc_approved' })
  })

  test('what was given once is not asked again at a higher level, nor a day later', async () => {
    const externalId = randomUUID()
    await giveEmail(await startKycSession(service, 1, { externalId, merchant }))
    service.clock.advance(25 * 3_600_000)
    merchant = await service.withFreshToken(merchant)
    const second = await startKycSession(service, 2, { externalId, merchant })
    expect(await giveIdentity(second)).toMatchObject({ step: 'kyc_approved' })
    const third = await startKycSession(service, 3, { externalId, merchant })
    expect(await third.view()).toMatchObject({ step: 'kyc_address' })
    await giveAddress(third)
    expect(await giveDocuments(third)).toMatchObject({ step: 'kyc_approved' })
    const again = await startKycSession(service, 2, { externalId, merchant })
    expect(await again.view()).toMatchObject({ step: 'kyc_approved' })
  })

  test('but not by another customer, nor at another merchant', async () => {
    const externalId = randomUUID()
    await giveEmail(await startKycSession(service, 1, { externalId, merchant }))
    const elsewhere = await service.createMerchant()
    for (const options of [{ externalId, merchant: elsewhere }, { merchant }]) {
      expect(await (await startKycSession(service, 1, options)).view()).toMatchObject({ step: 'kyc_email' })
    }
  })

  test('after a rejection the identity is asked for again, and the address is still known', async () => {
    const externalId = randomUUID()
    const first = await startKycSession(service, 2, { externalId, merchant })
    await giveEmail(first)
    await giveIdentity(first, 'Ada Reject')
    const second = await startKycSession(service, 2, { externalId, merchant })
    expect(await second.view()).toMatchObject({ step: 'kyc_identity' })
    expect(await giveIdentity(second)).toMatchObject({ step: 'kyc_approved' })
    expect(await first.view()).toMatchObject({ step: 'kyc_rejected' })
  })

  test('while a decision is pending, so that the provider decides about one application and not about two', async () => {
    const externalId = randomUUID()
    const first = await startKycSession(service, 2, { externalId, merchant })
    await giveEmail(first)
    expect(await giveIdentity(first, 'Ada Pending')).toMatchObject({ step: 'kyc_pending' })
    const second = await startKycSession(service, 2, { externalId, merchant })
    expect(await second.view()).toMatchObject({ step: 'kyc_pending' })
    const sessions = service.deps.db.selectFrom('kyc_sessions').select('outcome').where('external_id', '=', externalId)
    expect(await sessions.execute()).toEqual([{ outcome: 'pending' }])
  })

  test('for the client and at the level that they were opened for, and for nobody and nothing else', async () => {
    const externalId = randomUUID()
    const first = await startKycSession(service, 1, { externalId, merchant })
    await first.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
    const higher = await startKycSession(service, 2, { externalId, merchant })
    expect(await higher.view()).toMatchObject({ step: 'kyc_email', progress: { asks: ['email', 'identity'] } })
    const colleague = await service.createMerchant({ merchant: merchant.merchantId })
    const ofColleague = await startKycSession(service, 1, { externalId, merchant: colleague })
    expect(await ofColleague.view()).toMatchObject({ step: 'kyc_email' })
  })

  test('end after 24 hours and no sooner: no code is sent then, and the customer begins a new one', async () => {
    const externalId = randomUUID()
    const page = await startKycSession(service, 1, { externalId, merchant })
    service.clock.advance(24 * 3_600_000 - 1)
    expect(await page.view()).toMatchObject({ step: 'kyc_email' })
    service.clock.advance(1)
    const sent = service.deps.db.selectFrom('kyc_codes').select('sent_at').where('sent_at', '>=', service.clock.now())
    expect(await page.view()).toMatchObject({ step: 'expired', expires_at: null })
    expect(await giveEmail(page)).toMatchObject({ step: 'expired' })
    expect(await sent.execute()).toEqual([])
    merchant = await service.withFreshToken(merchant)
    const anew = await startKycSession(service, 1, { externalId, merchant })
    expect(await anew.view()).toMatchObject({ step: 'kyc_email' })
  })

  test('and then forget what has not answered its code, as they do at once with what has', async () => {
    const page = await startKycSession(service, 1, { merchant })
    await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
    const second = await startKycSession(service, 2, { merchant })
    await giveEmail(second)
    await second.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE })
    const third = await startKycSession(service, 3, { merchant })
    await giveEmail(third)
    await giveIdentity(third)
    const pending = async () => {
      service.clock.advance(5_000)
      const rows = await service.deps.db
        .selectFrom('kyc_sessions')
        .select(['pending_email_encrypted', 'pending_full_name_encrypted', 'pending_phone_encrypted'])
        .where('merchant_id', '=', merchant.merchantId)
        .execute()
      const codes = await service.deps.db
        .selectFrom('kyc_codes')
        .innerJoin('kyc_sessions', 'kyc_sessions.id', 'session_id')
        .select('channel')
        .where('merchant_id', '=', merchant.merchantId)
        .execute()
      const values = rows.flatMap((row) => Object.values(row)).filter((value) => value !== null).length
      return { values, codes: codes.length }
    }
    await forgetUnanswered(service.deps.db, service.clock.now())
    expect(await pending()).toEqual({ values: 3, codes: 2 })
    service.clock.advance(25 * 3_600_000)
    await expect.poll(pending).toEqual({ values: 0, codes: 0 })
  })
})

describe('a repeated request', () => {
  test('changes nothing where the session has gone on', async () => {
    const page = await startKycSession(service, 2, { merchant })
    await giveEmail(page)
    expect(await giveEmail(page, 'other@example.com')).toMatchObject({ step: 'kyc_identity', problem: null })
    expect(await giveAddress(page)).toMatchObject({ step: 'kyc_identity', problem: null })
    expect(await page.act(CHECKOUT_PATHS.kycSubmit)).toMatchObject({ step: 'kyc_identity' })
  })

  test('ends in one decision and one event, sent ten times at once', async () => {
    const externalId = randomUUID()
    const page = await startKycSession(service, 1, { externalId, merchant })
    await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
    const answers = Array.from({ length: 10 }, () => page.act(CHECKOUT_PATHS.kycEmailCode, { code: '947293' }))
    await Promise.all(answers)
    expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
    const events = await eventsAbout(service, externalId)
    expect(events).toMatchObject([
      {
        type: 'kyc_approved',
        data: { outcome: 'approved', level: 1, external_id: externalId, payment_intent_id: null },
      },
    ])
  })
})

describe('decisions.md §7: events of KYC', () => {
  test('kyc_rejected tells of a rejection; pending tells nothing yet', async () => {
    const [rejected, pending] = [randomUUID(), randomUUID()]
    for (const [externalId, name] of [
      [rejected, 'Ada Reject'],
      [pending, 'Ada Pending'],
    ] as const) {
      const page = await startKycSession(service, 2, { externalId, merchant })
      await giveEmail(page)
      await giveIdentity(page, name)
    }
    expect(await eventsAbout(service, rejected)).toMatchObject([{ type: 'kyc_rejected', data: { level: 2 } }])
    expect(await eventsAbout(service, pending)).toEqual([])
  })
})
