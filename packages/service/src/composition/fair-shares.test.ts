import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { widgetBuyer } from '../../test/buyer.ts'
import { visitDashboard } from '../../test/dashboard-session.ts'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { storeIntent, storeIntents } from '../../test/stored-intent.ts'
import type { Executor } from '../db/database.ts'
import { lockSubscription } from '../webhooks/subscription-store.ts'
import { createSubscription } from '../webhooks/subscriptions.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Holds what all of a merchant's requests wait for. @returns what a buyer of another merchant sees who pays meanwhile */
const stepOfOthersWhile = async (hold: (holding: Executor) => Promise<unknown>, ask: () => Promise<unknown>[]) => {
  let step: string | undefined
  const theirs = widgetBuyer(service, await storeIntent(service, { merchant: await service.createMerchant() }))
  const asked = await service.deps.db.transaction().execute(async (holding) => {
    await hold(holding)
    const waiting = ask().map((asking) => asking.catch(() => undefined))
    await expect.poll(() => someoneWaitsFor(holding)).toBe(true)
    void theirs.pay().then((view) => (step = view.step))
    // Asked without a pause: who holds a row and says nothing for long is sent away.
    await expect.poll(async () => (await someoneWaitsFor(holding)) && step).toBeTypeOf('string')
    return waiting
  })
  await Promise.all(asked)
  return step
}

describe.runIf(testDatabase === 'postgres')('one merchant leaves connections to those of others', () => {
  let merchant: TestMerchant
  beforeAll(async () => {
    merchant = await service.createMerchant()
  })

  const holdSubscription = async () => {
    const { merchantId } = merchant
    const subscription = { merchantId, endpoint: 'http://127.0.0.1:9/', description: '', status: 'enabled' } as const
    const { id } = await createSubscription(service.deps, subscription)
    return { id, hold: (holding: Executor) => lockSubscription(holding, { merchantId, id }) }
  }

  test('however many of its requests wait for a row', async () => {
    const { id, hold } = await holdSubscription()
    const request = { method: 'PATCH', body: { description: 'again' }, token: merchant.token }
    const change = () => service.request(`/notifications/v1/subscriptions/${id}`, request)
    expect(await stepOfOthersWhile(hold, () => Array.from({ length: 24 }, change))).toBe('approved')
  })

  test('however many actions in its dashboard wait for a row', async () => {
    const { id, hold } = await holdSubscription()
    const visitor = await visitDashboard(service, merchant.merchantId)
    const change = () => visitor.act('updateSubscription', { description: 'again' }, id)
    expect(await stepOfOthersWhile(hold, () => Array.from({ length: 24 }, change))).toBe('approved')
  })

  test('however many of its people look at what cannot be read yet', async () => {
    const visiting = Array.from({ length: 12 }, () => visitDashboard(service, merchant.merchantId))
    const visitors = await Promise.all(visiting)
    const hold = (holding: Executor) => sql`lock table dashboard_audit`.execute(holding)
    const look = () => visitors.flatMap(({ read }) => [read('listAudit'), read('listAudit')])
    expect(await stepOfOthersWhile(hold, look)).toBe('approved')
  })

  test('however many of its buyers wait for a row', async () => {
    const intents = await storeIntents(service, 24, { merchant })
    const buyers = intents.map((intent) => widgetBuyer(service, intent))
    const step = await stepOfOthersWhile(
      (holding) =>
        sql`select from payment_intents where merchant_id = ${merchant.merchantId} for update`.execute(holding),
      () => buyers.map((buyer) => buyer.pay()),
    )
    expect(step).toBe('approved')
  })
})
