import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, sessionViewSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, giveDocuments, giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { recordedTypes } from '../../test/session-facts.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const load = (page: Buyer) => page.act(CHECKOUT_PATHS.session)
const look = async (page: Buyer) => (await page.send(CHECKOUT_PATHS.session)).data(sessionViewSchema)

describe('a buyer who has two payments open, each behind its gate, and gives all that is asked for in one', () => {
  const twoPayments = async () => {
    const merchant = await service.createMerchant()
    const buyer = { id: randomUUID(), email: 'ada@example.com' }
    const [first, second] = [
      await order(service, { buyer, merchant, amount: '600.00' }),
      await order(service, { buyer, merchant, amount: '700.00' }),
    ]
    expect([await first.page.view(), await second.page.view()]).toMatchObject([
      { step: 'kyc_email' },
      { step: 'kyc_email' },
    ])
    await giveEmail(first.page)
    expect(await giveIdentity(first.page)).toMatchObject({ step: 'pay' })
    return { first, second }
  }

  test('pays the other once its page is loaded again', async () => {
    const { second } = await twoPayments()
    expect(await load(second.page)).toMatchObject({ step: 'pay' })
    expect(await second.page.pay()).toMatchObject({ step: 'approved' })
    expect(await recordedTypes(service, second.intentId)).toEqual(['kyc_approved', 'payment_approved'])
  })

  test('pays the other after answering what its page still shows', async () => {
    const { second } = await twoPayments()
    expect(await second.page.act(CHECKOUT_PATHS.kycEmail, { email: 'ada@example.com' })).toMatchObject({ step: 'pay' })
  })

  test('has nothing decided of the other once it has ended', async () => {
    const { second } = await twoPayments()
    service.clock.advance(30 * 60_000)
    expect(await load(second.page)).toMatchObject({ step: 'expired' })
    expect(await recordedTypes(service, second.intentId)).not.toContain('kyc_approved')
  })
})

describe('a customer with two sessions of their own, who gives all that is asked for in one', () => {
  const twoSessions = async () => {
    const merchant = await service.createMerchant()
    const externalId = randomUUID()
    const second = await startKycSession(service, 2, { externalId, merchant })
    const third = await startKycSession(service, 3, { externalId, merchant })
    expect(await second.view()).toMatchObject({ step: 'kyc_email' })
    await giveAllBeforeDocuments(third)
    expect(await giveDocuments(third)).toMatchObject({ step: 'kyc_approved' })
    return { merchant, externalId, second }
  }

  test('has passed the other once its page is loaded again', async () => {
    const { second } = await twoSessions()
    expect(await load(second)).toMatchObject({ step: 'kyc_approved' })
  })

  test('has passed the other after answering what its page still shows', async () => {
    const { second } = await twoSessions()
    expect(await second.act(CHECKOUT_PATHS.kycEmail, { email: 'ada@example.com' })).toMatchObject({
      step: 'kyc_approved',
    })
  })

  test('has passed the other once the merchant asks for it again', async () => {
    const { merchant, externalId, second } = await twoSessions()
    await startKycSession(service, 2, { externalId, merchant })
    expect(await look(second)).toMatchObject({ step: 'kyc_approved' })
  })
})
