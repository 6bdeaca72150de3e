import { deliverySchema, LIMITS } from '@coinslot/contract'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { approvalEvent, approve } from '../../test/events.ts'
import { answer, neverAnswer } from '../../test/fault-endpoint.ts'
import { notificationsFixture } from '../../test/notifications.ts'
import { createClient } from '../auth/create-client.ts'
import { deliveryJob } from './delivery-job.ts'
import { listDeliveries } from './history-store.ts'
import { recordEvent } from './outbox.ts'
import { insertSubscription } from './subscription-store.ts'

const MINUTE_MS = 60_000

const given = notificationsFixture()

const create = () => given.notifications.create({ endpoint: given.endpoint.url })
const newest = async (id: string) => {
  const [delivery] = (await given.notifications.deliveries(id)).deliveries
  if (delivery === undefined) throw new Error('no delivery')
  return delivery
}

describe('deliveries', () => {
  test('are listed newest first, page by page, with every attempt', async () => {
    const { id } = await create()
    const events: string[] = []
    for (let count = 0; count < 5; count += 1) events.push(await approve(given.service.deps, given.merchant.merchantId))
    await given.notifications.delivered(id, 5)
    const first = await given.notifications.deliveries(id, '?limit=2')
    const second = await given.notifications.deliveries(id, `?limit=3&cursor=${first.next_cursor}`)
    const seen = [...first.deliveries, ...second.deliveries]
    expect(seen.map(({ event_id }) => event_id)).toEqual(events.toReversed())
    expect(second.next_cursor).toBeNull()
    expect(seen[0]).toEqual({
      id: expect.any(String),
      event_id: events[4],
      event_type: 'payment_approved',
      status: 'delivered',
      created_at: given.service.clock.now().toISOString(),
      next_attempt_at: null,
      attempts: [
        {
          at: given.service.clock.now().toISOString(),
          duration_ms: expect.any(Number),
          status_code: 200,
          failure: null,
        },
      ],
    })
  })

  test('are those of one subscription, and are replayed by no other of the same merchant', async () => {
    const [one, other] = [await create(), await create()]
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(one.id, 1)
    await given.notifications.delivered(other.id, 1)
    const ofOther = await newest(other.id)
    expect((await newest(one.id)).id).not.toBe(ofOther.id)
    expect((await given.notifications.call('POST', `/${one.id}/deliveries/${ofOther.id}/replay`)).status).toBe(404)
  })

  test('can be filtered by status and by type', async () => {
    const { id } = await create()
    given.endpoint.behave(answer(500), answer(200))
    await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(() => given.endpoint.received.length).toBe(1)
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    expect((await given.notifications.deliveries(id, '?status=pending')).deliveries).toHaveLength(1)
    expect((await given.notifications.deliveries(id, '?status=failed')).deliveries).toHaveLength(0)
    expect((await given.notifications.deliveries(id, '?event_type=payment_approved')).deliveries).toHaveLength(2)
    expect((await given.notifications.deliveries(id, '?event_type=kyc_approved')).deliveries).toHaveLength(0)
  })

  test.each(['?cursor=x', '?limit=0', '?limit=101', '?status=lost', '?event_type=other'])(
    'refuse %s',
    async (query) => {
      const { id } = await create()
      expect((await given.notifications.call('GET', `/${id}/deliveries${query}`)).status).toBe(400)
    },
  )

  test('are replayed one at a time, with the same id', async () => {
    const { id } = await create()
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    const delivery = await newest(id)
    const replayed = await given.notifications.call('POST', `/${id}/deliveries/${delivery.id}/replay`)
    expect([replayed.status, replayed.data(deliverySchema).id]).toEqual([200, delivery.id])
    await expect.poll(() => given.endpoint.received.length).toBe(2)
    const ids = given.endpoint.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([delivery.event_id]))
    await expect.poll(async () => (await newest(id)).attempts.length).toBe(2)
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])(
    'are not found by the made-up id %s, whatever time it holds',
    async (madeUp) => {
      const { id } = await create()
      const replayed = await given.notifications.call('POST', `/${id}/deliveries/${madeUp}/replay`)
      expect(replayed.status).toBe(404)
    },
  )

  test('keep their latest 100 attempts, however often they are replayed', async () => {
    const { id } = await create()
    given.endpoint.behave(answer(202), answer(204))
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    const { id: deliveryId, attempts: first } = await newest(id)
    await given.service.deps.db
      .updateTable('webhook_deliveries')
      .set({ attempts: JSON.stringify(Array.from({ length: LIMITS.deliveryAttempts }, () => first).flat()) })
      .where('id', '=', deliveryId)
      .execute()
    await given.notifications.call('POST', `/${id}/deliveries/${deliveryId}/replay`)
    const statuses = async () => (await newest(id)).attempts.map(({ status_code }) => status_code)
    await expect.poll(async () => (await statuses()).at(-1)).toBe(204)
    expect(await statuses()).toEqual([...Array.from({ length: LIMITS.deliveryAttempts - 1 }, () => 202), 204])
  })

  test('that have not arrived are replayed since a time', async () => {
    const { id } = await create()
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    given.service.clock.advance(10 * MINUTE_MS)
    const since = given.service.clock.now().toISOString()
    given.endpoint.behave(answer(503))
    await approve(given.service.deps, given.merchant.merchantId)
    await approve(given.service.deps, given.merchant.merchantId)
    await expect
      .poll(async () =>
        (await given.notifications.deliveries(id, '?status=pending')).deliveries.map(({ attempts }) => attempts.length),
      )
      .toEqual([1, 1])
    given.endpoint.behave(answer(200))
    const { status, json } = await given.notifications.call('POST', `/${id}/replay?since=${since}`)
    expect([status, json?.data]).toEqual([200, { replayed: 2 }])
    await given.notifications.delivered(id, 3)
    expect((await given.notifications.call('POST', `/${id}/replay?since=${since}`)).json?.data).toEqual({ replayed: 0 })
    expect((await given.notifications.call('POST', `/${id}/replay?since=yesterday`)).status).toBe(400)
    expect((await given.notifications.call('POST', `/${id}/replay`)).status).toBe(400)
  })

  test('include events from before the subscription when they are replayed', async () => {
    const since = given.service.clock.now().toISOString()
    await approve(given.service.deps, given.merchant.merchantId)
    const { id } = await create()
    expect((await given.notifications.call('POST', `/${id}/replay?since=${since}`)).json?.data).toEqual({ replayed: 1 })
    await given.notifications.delivered(id, 1)
  })

  test('have no next attempt for as long as their subscription is disabled', async () => {
    const { id } = await create()
    given.endpoint.behave(answer(500))
    await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(async () => (await newest(id)).attempts.length).toBe(1)
    expect((await newest(id)).next_attempt_at).not.toBeNull()
    await given.notifications.call('POST', `/${id}/disable`)
    expect(await newest(id)).toMatchObject({ status: 'pending', next_attempt_at: null })
  })

  test('are not replayed to a disabled subscription', async () => {
    const { id } = await create()
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    const delivery = await newest(id)
    await given.notifications.call('POST', `/${id}/disable`)
    expect((await given.notifications.call('POST', `/${id}/deliveries/${delivery.id}/replay`)).status).toBe(400)
    expect((await given.notifications.call('POST', `/${id}/replay?since=2026-01-01T00:00:00Z`)).status).toBe(400)
  })
})

test('a process that starts beside another leaves it what it has in its hands', async () => {
  const { id } = await create()
  given.endpoint.behave(neverAnswer)
  const { deps } = given.service
  await approve(deps, given.merchant.merchantId)
  await expect.poll(() => given.endpoint.received.length).toBe(1)
  const held = () =>
    deps.db.selectFrom('webhook_queue').select('lease').where('subscription_id', '=', id).executeTakeFirst()
  const before = await held()
  expect(before?.lease).toEqual(expect.any(String))
  const database = { kind: 'postgres', url: '', poolSize: 1 } as const
  const beside = deliveryJob({ ...deps, config: { ...deps.config, database } })
  await beside.start()
  const after = await held()
  await beside.stop()
  expect(after).toEqual(before)
})

test('a process that stops lets what it is sending end', async () => {
  const { clock, secrets } = given.service.deps
  const { db, close } = await openTestDatabase()
  const { merchantId } = await createClient(db, clock, { merchant: 'Stopping' })
  const subscription = { merchantId, endpoint: given.endpoint.url, description: '', status: 'enabled' as const }
  const id = await insertSubscription(db, secrets, { ...subscription, at: clock.now() })
  let release = (): void => {}
  given.endpoint.behave((response) => {
    release = () => void response.end()
  })
  await recordEvent(db, approvalEvent(merchantId, clock.now()))
  const job = deliveryJob({ ...given.service.deps, db })
  await job.start()
  await expect.poll(() => given.endpoint.received.length).toBe(1)
  const stopped = job.stop()
  release()
  await stopped
  const { deliveries } = await listDeliveries(db, { id, merchantId }, { limit: 1, before: null })
  expect(deliveries).toMatchObject([{ status: 'delivered' }])
  await close()
})
