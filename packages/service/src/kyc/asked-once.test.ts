import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, type KycOutcome } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { recordedTypes } from '../../test/session-facts.ts'
import { catchUpWaiting } from './catch-up-waiting.ts'
import type { KycApplication } from './provider.ts'
import { reviewUndecided } from './review.ts'
import { sandboxKyc } from './sandbox-provider.ts'

const DAY_MS = 24 * 3_600_000
const reviewed: KycApplication[] = []
let onReview: () => Promise<KycOutcome>
let onResult: () => Promise<KycOutcome>
let service: TestService
let merchant: TestMerchant
let id: string
beforeAll(async () => {
  const provider = {
    review: async (application: KycApplication) => {
      reviewed.push(application)
      return onReview()
    },
    result: async () => onResult(),
  }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
beforeEach(async () => {
  reviewed.length = 0
  onReview = async () => 'pending'
  id = randomUUID()
  merchant = await service.withFreshToken()
})
afterAll(() => service.close())

const pay = async (amount = '600.00') => order(service, { buyer: { id, email: 'ada@example.com' }, merchant, amount })
const load = (page: Buyer) => page.act(CHECKOUT_PATHS.session)
const giveAll = async (page: Buyer) => {
  await giveEmail(page)
  return giveIdentity(page)
}
const decide = async (outcome: KycOutcome, afterMs = 6 * 60_000) => {
  onResult = async () => outcome
  service.clock.advance(afterMs)
  await reviewUndecided(service.deps)
}

describe('a buyer whose check is not decided yet, and who buys once more', () => {
  const twoPayments = async () => {
    const first = await pay()
    expect(await giveAll(first.page)).toMatchObject({ step: 'kyc_pending' })
    const second = await pay('700.00')
    expect(await load(second.page)).toMatchObject({ step: 'kyc_pending' })
    expect(await second.page.pay()).toMatchObject({ step: 'kyc_pending' })
    return { first, second }
  }

  test('is asked about once, and pays both when the check is passed', async () => {
    const { first, second } = await twoPayments()
    await decide('approved')
    expect(await load(second.page)).toMatchObject({ step: 'pay' })
    for (const { page, intentId } of [first, second]) {
      expect(await page.pay()).toMatchObject({ step: 'approved' })
      expect(await recordedTypes(service, intentId)).toEqual(['kyc_approved', 'payment_approved'])
    }
    expect(reviewed).toHaveLength(1)
  })

  test('has no second judge of what was rejected: the other payment asks for name and number anew', async () => {
    const { second } = await twoPayments()
    await decide('rejected')
    expect(await load(second.page)).toMatchObject({ step: 'kyc_identity' })
    expect(reviewed).toHaveLength(1)
    onReview = async () => 'approved'
    expect(await giveIdentity(second.page)).toMatchObject({ step: 'pay' })
    expect(reviewed).toHaveLength(2)
  })
})

test('two payments that are given the last answer at once are asked about once', async () => {
  const pages = [(await pay()).page, (await pay('700.00')).page] as const
  for (const page of pages) await load(page)
  await giveEmail(pages[0])
  const phone = { full_name: 'Ada Hopper', phone: '+15555550123' }
  for (const page of pages) await page.act(CHECKOUT_PATHS.kycIdentity, phone)
  const code = { code: '123456' }
  const views = await Promise.all(pages.map((page) => page.act(CHECKOUT_PATHS.kycPhoneCode, code)))
  expect(views.map(({ step }) => step).toSorted()).toEqual([
    'kyc_pending',
    expect.stringMatching(/^(kyc_pending|processing)$/),
  ])
  expect(reviewed).toHaveLength(1)
})

test('a session whose page is gone is decided once the check that it has waited for is', async () => {
  await giveAll((await pay()).page)
  const own = await startKycSession(service, 2, { merchant, externalId: id })
  await load(own)
  service.clock.advance(60_000)
  await catchUpWaiting(service.deps)
  expect(await own.view()).toMatchObject({ step: 'kyc_pending' })
  await decide('approved')
  await catchUpWaiting(service.deps)
  expect(await own.view()).toMatchObject({ step: 'kyc_approved' })
  expect(reviewed).toHaveLength(1)
})

test('a session that waits is looked at by the next sweep after the decision, not a minute after it began to wait', async () => {
  await giveAll((await pay()).page)
  const { page } = await pay('700.00')
  expect(await page.view()).toMatchObject({ step: 'kyc_pending' })
  service.clock.advance(6 * 60_000)
  await catchUpWaiting(service.deps)
  await decide('approved', 0)
  await catchUpWaiting(service.deps)
  expect(await page.view()).toMatchObject({ step: 'pay' })
})

test('a session of its own waits for the check of a payment, and a payment for no check of another level', async () => {
  expect(await giveAll((await pay()).page)).toMatchObject({ step: 'kyc_pending' })
  const own = await startKycSession(service, 2, { merchant, externalId: id })
  expect(await load(own)).toMatchObject({ step: 'kyc_pending' })
  expect(reviewed).toHaveLength(1)
  await startKycSession(service, 1, { merchant, externalId: id })
  expect(reviewed.map(({ level }) => level)).toEqual([2, 1])
})

/** Sessions that wait and can be gone on with no more, but are still to be looked at. */
const endedWaiting = () => {
  const waiting = service.deps.db.selectFrom('kyc_sessions').select('id').where('submitted_at', 'is', null)
  return waiting.where('check_at', 'is not', null).where('expires_at', '<=', service.clock.now()).execute()
}

test('a check about which nobody decides is waited for during seven days, by nobody whose own time is up', async () => {
  expect(await giveAll((await pay()).page)).toMatchObject({ step: 'kyc_pending' })
  service.clock.advance(7 * DAY_MS - 1)
  merchant = await service.withFreshToken()
  await load((await pay()).page)
  expect(reviewed).toHaveLength(1)
  service.clock.advance(1)
  expect(await load((await pay()).page)).toMatchObject({ step: 'kyc_pending' })
  expect(reviewed).toHaveLength(2)
  service.clock.advance(DAY_MS)
  expect(await endedWaiting()).not.toEqual([])
  await catchUpWaiting(service.deps)
  expect(await endedWaiting()).toEqual([])
})
