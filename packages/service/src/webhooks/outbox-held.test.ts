import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, widgetBuyer } from '../../test/buyer.ts'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { storeIntent, storeIntents } from '../../test/stored-intent.ts'
import type { Executor } from '../db/database.ts'
import { lockSubscription } from './subscription-store.ts'
import { createSubscription } from './subscriptions.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Has all buyers of a merchant pay while its subscription is held, until `work` is done. @returns how their payments end. */
const whileHeld = async (
  merchant: Awaited<ReturnType<TestService['createMerchant']>>,
  work: (holding: Executor) => Promise<void>,
): Promise<Promise<string | undefined>[]> => {
  const { deps } = service
  const { merchantId } = merchant
  const subscription = { merchantId, endpoint: 'http://127.0.0.1:9/', description: '', status: 'enabled' } as const
  const { id } = await createSubscription(deps, subscription)
  const buyers = (await storeIntents(service, 24, { merchant })).map((intent) => widgetBuyer(service, intent))
  const stepOf = (buyer: Buyer) => buyer.pay().then(({ step }) => step)
  return deps.db.transaction().execute(async (holding) => {
    await lockSubscription(holding, { merchantId, id })
    const steps = buyers.map((buyer) => stepOf(buyer).catch(() => undefined))
    await expect.poll(() => someoneWaitsFor(holding)).toBe(true)
    await work(holding)
    return steps
  })
}

describe.runIf(testDatabase === 'postgres')('payments of a merchant whose subscription somebody holds', () => {
  test('leave connections to those of others and to what else is asked of it, however many they are', async () => {
    const merchant = await service.createMerchant()
    const another = widgetBuyer(service, await storeIntent(service, { merchant }))
    const theirs = widgetBuyer(service, await storeIntent(service, { merchant: await service.createMerchant() }))
    const steps = await whileHeld(merchant, async (holding) => {
      const shown: string[] = []
      for (const asked of [theirs.pay(), another.view()]) void asked.then(({ step }) => shown.push(step))
      // Asked without a pause: who holds a row and says nothing for long is sent away.
      await expect.poll(async () => (await someoneWaitsFor(holding)) && shown.toSorted()).toEqual(['approved', 'pay'])
    })
    await Promise.all(steps)
  })

  test('are all made where it is held for a moment', async () => {
    const steps = await whileHeld(await service.createMerchant(), async () => {})
    expect(new Set(await Promise.all(steps))).toEqual(new Set(['approved']))
  })
})
