import { LIMITS } from '@coinslot/contract'
import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardVisitor, visitDashboard, visitNewMerchant } from '../../test/dashboard-session.ts'
import { answer, type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { pruneKeys } from '../webhooks/retention-store.ts'

const HOUR_MS = 60 * 60_000

let service: TestService
let endpoint: FaultEndpoint
beforeAll(async () => {
  service = await startTestService()
  endpoint = await startFaultEndpoint()
})
afterAll(async () => {
  await service.close()
  await endpoint.close()
})

const subscribe = async (visitor: DashboardVisitor, path = '/', event_types: string[] | null = null) => {
  const made = await visitor.act('createSubscription', { endpoint: endpoint.url + path, event_types })
  return made.data(dashboardOperations.createSubscription.answer).id
}

/** The attempts of each delivery. */
const attempts = async (visitor: DashboardVisitor) =>
  (await visitor.read('listDeliveries')).deliveries.map((delivery) => delivery.attempts.length)

test('deliveries are found by what became of them, and by what they tell of', async () => {
  const { visitor } = await visitNewMerchant(service)
  endpoint.behave((response, { url }) => void response.writeHead(url?.endsWith('/dead') ? 500 : 200).end())
  await subscribe(visitor, '/works', ['payment_approved'])
  await subscribe(visitor, '/dead', ['payment_declined'])
  await visitor.act('makeSampleEvent', { type: 'payment_approved' })
  await visitor.act('makeSampleEvent', { type: 'payment_declined' })
  await expect.poll(() => attempts(visitor)).toEqual([1, 1])
  const found = async (query: Record<string, string>) =>
    (await visitor.read('listDeliveries', query)).deliveries.map((row) => [row.event_type, row.status, row.endpoint])
  const [arrived, waits] = [
    ['payment_approved', 'delivered', `${endpoint.url}/works`],
    ['payment_declined', 'pending', `${endpoint.url}/dead`],
  ]
  expect(await found({ status: 'delivered' })).toEqual([arrived])
  expect(await found({ status: 'pending' })).toEqual([waits])
  expect(await found({ event_type: 'payment_approved' })).toEqual([arrived])
  expect(await found({ event_type: 'payment_declined' })).toEqual([waits])
})

test('what waits is told with its next attempt, and with none while its endpoint is disabled', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  endpoint.behave(answer(500))
  const id = await subscribe(visitor)
  const { intentId, page } = await order(service, { merchant })
  await page.pay()
  await expect.poll(() => attempts(visitor)).toEqual([1])

  const told = async () => {
    const { deliveries, timeline } = await visitor.read('readPayment', {}, intentId)
    const [row] = (await visitor.read('listDeliveries')).deliveries
    const [shown] = (await visitor.read('listSubscriptions')).subscriptions
    const waiting = timeline.flatMap((entry) => (entry.kind === 'delivery_waiting' ? [entry.next_attempt_at] : []))
    return {
      next: [...waiting, row?.next_attempt_at, shown?.health.next_attempt_at],
      enabled: [
        deliveries[0]?.subscription_enabled,
        (await visitor.read('readDelivery', {}, row?.id ?? '')).subscription_enabled,
      ],
      failingSince: shown?.health.failing_since,
    }
  }
  const time = expect.any(String)
  expect(await told()).toEqual({ next: [time, time, time], enabled: [true, true], failingSince: time })
  expect((await visitor.act('disableSubscription', {}, id.toUpperCase())).status).toBe(200)
  expect(await told()).toMatchObject({ next: [null, null, null], enabled: [false, false] })
})

test('the overview tells since when the first of what is due has been', async () => {
  const { visitor } = await visitNewMerchant(service)
  endpoint.behave(answer(500))
  for (const path of ['/a', '/b']) await subscribe(visitor, path)
  for (const type of ['payment_approved', 'payment_declined']) await visitor.act('makeSampleEvent', { type })
  await expect.poll(() => attempts(visitor)).toEqual([1, 1, 1, 1])
  const { delivery } = await visitor.read('readOverview')
  expect([delivery.waiting, delivery.oldest_due_at]).toEqual([4, null])

  const { db, clock } = service.deps
  const dueAgo = async (index: number, ms: number) => {
    const { deliveries } = await visitor.read('listDeliveries')
    const due_at = new Date(clock.now().getTime() - ms)
    await db
      .updateTable('webhook_queue')
      .set({ due_at })
      .where('id', '=', deliveries[index]?.id ?? '')
      .execute()
    return due_at.toISOString()
  }
  await dueAgo(0, 1_000)
  const oldest = await dueAgo(1, 2_000)
  expect((await visitor.read('readOverview', { range: '7d' })).delivery.oldest_due_at).toBe(oldest)
})

test('signatures are told to be those that were sent, but where a key that signed as well has gone, or cannot be read', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  endpoint.behave(answer(200))
  const id = await subscribe(visitor)
  const deliver = async (count: number) => {
    await visitor.act('makeSampleEvent', { type: 'payment_approved' })
    await expect.poll(() => attempts(visitor)).toEqual(Array.from({ length: count }, () => 1))
    return (await visitor.read('listDeliveries')).deliveries[0]?.id ?? ''
  }
  const byTheOld = await deliver(1)
  service.clock.advance(1_000)
  await visitor.act('rotateSubscriptionKey', {}, id)
  const byBoth = await deliver(2)
  const exact = async (who: DashboardVisitor, delivery: string) =>
    (await who.read('readDelivery', {}, delivery)).sent.map((sent) => sent.exact)
  expect([await exact(visitor, byTheOld), await exact(visitor, byBoth)]).toEqual([[true], [true]])
  const { sent } = await visitor.read('readDelivery', {}, byBoth)
  const received = endpoint.received.at(-1)?.headers['webhook-signature']
  expect(received).toMatch(/^v1,\S+ v1,\S+$/)
  expect(sent.map(({ headers }) => headers['webhook-signature'])).toEqual([received])

  const ofOld = service.deps.db
    .updateTable('webhook_keys')
    .where('subscription_id', '=', id)
    .where('expires_at', 'is not', null)
  service.clock.advance(1_000)
  await ofOld.set({ key_encrypted: Buffer.from('unreadable'), expires_at: service.clock.now() }).execute()
  const byTheNew = await deliver(3)
  expect([await exact(visitor, byTheOld), await exact(visitor, byBoth)]).toEqual([[false], [false]])
  expect(await exact(visitor, byTheNew)).toEqual([true])

  service.clock.advance(LIMITS.rotatedKeyHours * HOUR_MS)
  await pruneKeys(service.deps.db, service.clock.now())
  const later = await visitDashboard(service, merchant.merchantId)
  expect([await exact(later, byTheOld), await exact(later, byBoth)]).toEqual([[false], [false]])
})

test('the story of a payment tells of its own events, not of those that another buyer made in the same instant', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const orders = [await order(service, { merchant }), await order(service, { merchant })]
  for (const { page } of orders) await page.pay()
  const told = await Promise.all(
    orders.map(async ({ intentId }) => {
      const { timeline } = await visitor.read('readPayment', {}, intentId)
      return timeline.flatMap((entry) => (entry.kind === 'event' ? [entry.event_id] : []))
    }),
  )
  expect(told.map((events) => events.length)).toEqual([1, 1])
  expect(new Set(told.flat()).size).toBe(2)
})
