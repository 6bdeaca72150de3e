import { LIMITS } from '@coinslot/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvalEvent, approve } from '../../test/events.ts'
import { answer, type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { type Notifications, notificationsOf } from '../../test/notifications.ts'
import { prune } from './delivery-job.ts'
import { recordEvent } from './outbox.ts'
import { createSubscription, enableSubscription } from './subscriptions.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let service: TestService
let endpoint: FaultEndpoint
let merchant: TestMerchant
let notifications: Notifications
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  endpoint = await startFaultEndpoint()
  merchant = await service.createMerchant()
  notifications = notificationsOf(service, merchant)
})
afterEach(() => endpoint.close())

const create = async (status: 'enabled' | 'disabled' = 'enabled') => {
  const { id } = await notifications.create({ endpoint: endpoint.url, status })
  return id
}
const post = (path: string) => notifications.call('POST', path)
const arrived = () => endpoint.received.map(({ headers }) => headers['webhook-id'])

describe('enabling a subscription', () => {
  it('delivers what happened while it was disabled, in its order', async () => {
    const id = await create()
    await post(`/${id}/disable`)
    const missed = [await approve(service.deps, merchant.merchantId), await approve(service.deps, merchant.merchantId)]
    expect(endpoint.received).toEqual([])
    await post(`/${id}/enable`)
    await expect.poll(() => arrived().toSorted()).toEqual(missed.toSorted())
    const { deliveries } = await notifications.deliveries(id)
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(missed.toReversed())
  })

  it('goes on with what was still to be tried', async () => {
    const id = await create()
    endpoint.behave(answer(410), answer(200))
    const pending = await approve(service.deps, merchant.merchantId)
    await expect.poll(async () => (await notifications.call('GET', '')).text).toContain('"disabled"')
    await notifications.advance(DAY_MS)
    await post(`/${id}/enable`)
    await expect.poll(arrived).toEqual([pending, pending])
  })

  it('makes up for no more than 5 days', async () => {
    const id = await create()
    endpoint.behave(answer(500))
    await approve(service.deps, merchant.merchantId)
    await expect.poll(async () => (await notifications.deliveries(id)).deliveries[0]?.attempts.length).toBe(1)
    await post(`/${id}/disable`)
    await approve(service.deps, merchant.merchantId)
    await notifications.advance((LIMITS.failingDays + 1) * DAY_MS)
    const recent = await approve(service.deps, merchant.merchantId)
    endpoint.behave(answer(200))
    await post(`/${id}/enable`)
    await expect.poll(() => arrived().slice(1)).toEqual([recent])
    const { deliveries } = await notifications.deliveries(id)
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'failed'])
  })

  it('sends nothing twice that has arrived', async () => {
    const id = await create()
    const before = await approve(service.deps, merchant.merchantId)
    await expect.poll(async () => (await notifications.deliveries(id, '?status=delivered')).deliveries.length).toBe(1)
    await post(`/${id}/disable`)
    await post(`/${id}/enable`)
    const after = await approve(service.deps, merchant.merchantId)
    await expect.poll(arrived).toEqual([before, after])
  })

  it('misses no event that is being recorded meanwhile', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const { merchantId } = await service.createMerchant()
        const other = { merchantId, endpoint: endpoint.url, description: '', status: 'disabled' as const }
        const subscription = await createSubscription(service.deps, other)
        const event = { ...approvalEvent(merchantId, service.clock.now()), id: `evt_race_${round}` }
        await Promise.all([
          service.deps.db.transaction().execute((transaction) => recordEvent(transaction, event)),
          enableSubscription(service.deps, { id: subscription.id, merchantId }),
        ])
        service.deps.wakeDeliveries()
        return event.id
      }),
    )
    await expect.poll(() => arrived().toSorted(), { timeout: 5_000 }).toEqual(ids.toSorted())
  })
})

describe('what is kept', () => {
  const events = () =>
    service.deps.db.selectFrom('webhook_events').select('id').where('merchant_id', '=', merchant.merchantId).execute()

  it('is events and deliveries of 30 days', async () => {
    const id = await create()
    await approve(service.deps, merchant.merchantId)
    await expect.poll(() => endpoint.received.length).toBe(1)
    await notifications.advance(LIMITS.deliveryRetentionDays * DAY_MS)
    const young = await approve(service.deps, merchant.merchantId)
    await prune(service.deps)
    expect(await events()).toHaveLength(2)
    await notifications.advance(1)
    await prune(service.deps)
    expect(await events()).toEqual([{ id: young }])
    expect((await notifications.deliveries(id)).deliveries).toHaveLength(1)
  })

  it('is a replaced key for as long as it signs', async () => {
    const id = await create()
    await post(`/${id}/rotate-key`)
    const keys = () =>
      service.deps.db.selectFrom('webhook_keys').select('id').where('subscription_id', '=', id).execute()
    await prune(service.deps)
    expect(await keys()).toHaveLength(2)
    await notifications.advance(DAY_MS)
    await prune(service.deps)
    expect(await keys()).toHaveLength(1)
  })
})
