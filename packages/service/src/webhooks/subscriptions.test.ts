import { LIMITS, subscriptionSchema } from '@coinslot/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalEvent, approve } from '../../test/events.ts'
import { answer } from '../../test/fault-endpoint.ts'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { notificationsFixture } from '../../test/notifications.ts'
import { COMMIT_MARGIN_MS } from './backfill.ts'
import { keepRetention } from './retention.ts'
import { type NewEvent, recordEvent } from './outbox.ts'
import { holdCounts, insertSubscription } from './subscription-store.ts'
import { createSubscription, enableSubscription } from './subscriptions.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const given = notificationsFixture()

const create = async (status: 'enabled' | 'disabled' = 'enabled') => {
  const { id } = await given.notifications.create({ endpoint: given.endpoint.url, status })
  return id
}
const post = (path: string) => given.notifications.call('POST', path)
const arrived = () => given.endpoint.received.map(({ headers }) => headers['webhook-id'])

test('a disabled subscription is sent nothing of what waits for it, while another is sent its own', async () => {
  await create()
  given.endpoint.behave(answer(410), answer(200))
  const waiting = await approve(given.service.deps, given.merchant.merchantId)
  await expect.poll(async () => (await given.notifications.call('GET', '')).text).toContain('"disabled"')
  const id = await create()
  const events: string[] = []
  for (let day = 1; day <= 2; day += 1) {
    await given.notifications.advance(DAY_MS)
    events.push(await approve(given.service.deps, given.merchant.merchantId))
    await given.notifications.delivered(id, day)
    expect(arrived()).toEqual([waiting, ...events])
  }
})

describe('enabling a subscription', () => {
  test('delivers what happened while it was disabled, in its order', async () => {
    const id = await create()
    await post(`/${id}/disable`)
    const missed = [
      await approve(given.service.deps, given.merchant.merchantId),
      await approve(given.service.deps, given.merchant.merchantId),
    ]
    expect(given.endpoint.received).toEqual([])
    await post(`/${id}/enable`)
    await expect.poll(() => arrived().toSorted()).toEqual(missed.toSorted())
    const { deliveries } = await given.notifications.deliveries(id)
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(missed.toReversed())
  })

  test('delivers what happened since it was disabled, and not since that was asked for once more', async () => {
    const id = await create()
    await post(`/${id}/disable`)
    const missed = await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.advance(DAY_MS)
    await post(`/${id}/disable`)
    await post(`/${id}/enable`)
    await expect.poll(arrived).toEqual([missed])
  })

  test.each([
    ['is still before', 0],
    ['is past', 2 * DAY_MS],
  ])(
    'delivers what it missed where the clock was set back since it was disabled, and %s that time',
    async (_where, sinceMs) => {
      const id = await create()
      await post(`/${id}/disable`)
      await given.notifications.advance(-DAY_MS)
      const missed = await approve(given.service.deps, given.merchant.merchantId)
      await given.notifications.advance(sinceMs)
      await post(`/${id}/enable`)
      await expect.poll(arrived).toEqual([missed])
    },
  )

  test('delivers what it missed where the clock had been set back since it was created', async () => {
    const id = await create()
    await given.notifications.advance(-DAY_MS)
    await post(`/${id}/disable`)
    const missed = await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.advance(2 * DAY_MS)
    await post(`/${id}/enable`)
    await expect.poll(arrived).toEqual([missed])
  })

  test('delivers what it missed of the types that it takes', async () => {
    const { id } = await given.notifications.create({
      endpoint: given.endpoint.url,
      status: 'disabled',
      event_types: ['payment_declined'],
    })
    const { deps, clock } = given.service
    const approval = approvalEvent(given.merchant.merchantId, clock.now())
    await recordEvent(deps.db, approval)
    const declined = await recordEvent(deps.db, { ...approval, type: 'payment_declined' } as NewEvent)
    await post(`/${id}/enable`)
    await expect.poll(arrived).toEqual([declined])
    expect((await given.notifications.deliveries(id)).deliveries).toHaveLength(1)
  })

  test('goes on with what was still to be tried', async () => {
    const id = await create()
    given.endpoint.behave(answer(410), answer(200))
    const pending = await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(async () => (await given.notifications.call('GET', '')).text).toContain('"disabled"')
    await given.notifications.advance(DAY_MS)
    await post(`/${id}/enable`)
    await expect.poll(arrived).toEqual([pending, pending])
  })

  test('delivers what a transaction recorded that had begun before it was disabled', async () => {
    const id = await create()
    const { deps, clock } = given.service
    const begun = clock.now()
    await given.notifications.advance(COMMIT_MARGIN_MS)
    await post(`/${id}/disable`)
    const late = await recordEvent(deps.db, approvalEvent(given.merchant.merchantId, new Date(begun.getTime() + 1)))
    // As versions leave it that do not count it as disabled from what it missed on.
    const subscription = deps.db.updateTable('webhook_subscriptions').where('id', '=', id)
    await subscription.set({ disabled_at: clock.now() }).execute()
    await post(`/${id}/enable`)
    await expect.poll(arrived).toEqual([late])
  })

  test('delivers nothing from before it was created', async () => {
    await approve(given.service.deps, given.merchant.merchantId)
    given.service.clock.advance(1_000)
    const id = await create('disabled')
    await post(`/${id}/enable`)
    const after = await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(arrived).toEqual([after])
    expect((await given.notifications.deliveries(id)).deliveries).toHaveLength(1)
  })

  test('delivers nothing from before it was created, though what was recorded since had begun before that', async () => {
    const { deps, clock } = given.service
    await approve(deps, given.merchant.merchantId)
    clock.advance(1_000)
    const begun = clock.now()
    clock.advance(1_000)
    const id = await create('disabled')
    const late = await recordEvent(deps.db, approvalEvent(given.merchant.merchantId, begun))
    await post(`/${id}/enable`)
    const { deliveries } = await given.notifications.deliveries(id)
    expect(deliveries.map(({ event_id: eventId }) => eventId)).toEqual([late])
  })

  test('makes up for no more than 5 days; a replay brings what is older', async () => {
    const id = await create()
    given.endpoint.behave(answer(500))
    const tried = await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(async () => (await given.notifications.deliveries(id)).deliveries[0]?.attempts.length).toBe(1)
    await post(`/${id}/disable`)
    const missed = await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.advance((LIMITS.failingDays + 1) * DAY_MS)
    const recent = await approve(given.service.deps, given.merchant.merchantId)
    given.endpoint.behave(answer(200))
    await post(`/${id}/enable`)
    await expect.poll(() => arrived().slice(1)).toEqual([recent])
    // An arrival is written down after the endpoint has answered.
    const statuses = async () => (await given.notifications.deliveries(id)).deliveries.map(({ status }) => status)
    await expect.poll(statuses).toEqual(['delivered', 'failed'])
    const since = new Date(given.service.clock.now().getTime() - 7 * DAY_MS)
    await post(`/${id}/replay?since=${since.toISOString()}`)
    await expect.poll(() => arrived().slice(2).toSorted()).toEqual([tried, missed].toSorted())
  })

  test('sends nothing twice that has arrived', async () => {
    const id = await create()
    const before = await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    await post(`/${id}/disable`)
    await post(`/${id}/enable`)
    const after = await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(arrived).toEqual([before, after])
  })

  test('misses no event that is being recorded meanwhile', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const { merchantId } = await given.service.createMerchant()
        const other = { merchantId, endpoint: given.endpoint.url, description: '', status: 'disabled' as const }
        const subscription = await createSubscription(given.service.deps, other)
        const event = { ...approvalEvent(merchantId, given.service.clock.now()), id: `evt_race_${round}` }
        await Promise.all([
          given.service.deps.db.transaction().execute((transaction) => recordEvent(transaction, event)),
          enableSubscription(given.service.deps, { id: subscription.id, merchantId }),
        ])
        given.service.deps.wakeDeliveries()
        return event.id
      }),
    )
    await expect.poll(() => arrived().toSorted()).toEqual(ids.toSorted())
  })

  test.runIf(testDatabase === 'postgres')('waits for a transaction that is recording an event', async () => {
    const id = await create('disabled')
    const { service, merchant } = given
    let isEnabled = false
    let enabling: Promise<unknown> = Promise.resolve()
    await service.deps.db.transaction().execute(async (transaction) => {
      await recordEvent(transaction, approvalEvent(merchant.merchantId, service.clock.now()))
      enabling = enableSubscription(service.deps, { id, merchantId: merchant.merchantId }).then(
        () => (isEnabled = true),
      )
      await expect.poll(async () => isEnabled || (await someoneWaitsFor(transaction))).toBe(true)
      expect(isEnabled).toBe(false)
    })
    await enabling
    await expect.poll(() => arrived().length).toBe(1)
  })
})

test.runIf(testDatabase === 'postgres')(
  'no more subscriptions are enabled than may be, where another process makes one in the same moment',
  async () => {
    const { db, secrets, clock } = given.service.deps
    const { merchantId } = given.merchant
    const endpoint = given.endpoint.url
    for (let count = 0; count < 2; count += 1) await create()
    let end: unknown
    await db.transaction().execute(async (elsewhere) => {
      expect(await holdCounts(elsewhere, merchantId)).toEqual({ all: 2, enabled: 2 })
      const one = { merchantId, endpoint, description: '', status: 'enabled', at: clock.now() } as const
      await insertSubscription(elsewhere, secrets, one)
      void given.notifications.call('POST', '', { endpoint }).then(({ status }) => (end = status))
      await expect.poll(async () => end !== undefined || (await someoneWaitsFor(elsewhere))).toBe(true)
    })
    await expect.poll(() => end).toBe(429)
  },
)

describe('much that was missed', () => {
  const MUCH = 1_500
  /** Events of the past, each a second after the one before, the last a minute ago. */
  const missMuch = async () => {
    const { db } = given.service.deps
    const last = new Date(given.service.clock.now().getTime() - 60_000)
    await sql`
      insert into webhook_events (merchant_id, id, type, subject, body, created_at)
      select ${given.merchant.merchantId}::uuid, 'evt_' || gen_random_uuid(), 'payment_approved', gen_random_uuid(), '{}',
        ${last}::timestamptz - nr * interval '1 second'
      from generate_series(1, ${MUCH}::integer) as nr
    `.execute(db)
  }
  const queued = async () => {
    const { db } = given.service.deps
    const idsIn = (table: 'webhook_queue' | 'webhook_deliveries') =>
      db.selectFrom(table).select('id').where('merchant_id', '=', given.merchant.merchantId)
    // In one statement: a delivery that ends between two would be counted in both places.
    return (await idsIn('webhook_queue').unionAll(idsIn('webhook_deliveries')).execute()).length
  }
  const replayOf = async () => (await given.notifications.call('GET', '')).data(z.array(subscriptionSchema))[0]?.replay
  /** Moves time on until the background is done. */
  const finish = () =>
    expect
      .poll(async () => {
        await given.notifications.advance(1_000)
        return replayOf()
      })
      .toBeUndefined()

  test('is queued in the background when a subscription is enabled, new events behind it, and tells how far it is', async () => {
    const id = await create()
    await post(`/${id}/disable`)
    given.service.clock.advance(2 * 60 * 60 * 1000)
    await given.notifications.advance(0)
    await missMuch()
    const { status, json } = await post(`/${id}/enable`)
    expect([status, json?.data]).toMatchObject([200, { status: 'enabled', replay: { queued: 1_000 } }])
    const recorded = await approve(given.service.deps, given.merchant.merchantId)
    const known = await given.service.deps.db.selectFrom('webhook_queue').select('event_id').execute()
    expect(known.map(({ event_id }) => event_id)).not.toContain(recorded)
    await finish()
    expect(await queued()).toBe(MUCH + 1)
  })

  test('is replayed in the background, and counts as told so far', async () => {
    const id = await create()
    await missMuch()
    const since = new Date(given.service.clock.now().getTime() - 2 * 60 * 60 * 1000).toISOString()
    const { status, json } = await post(`/${id}/replay?since=${since}`)
    expect([status, json?.data]).toMatchObject([200, { replayed: 1_000, replay: { since, queued: 1_000 } }])
    await finish()
    expect(await queued()).toBe(MUCH)
  })

  test('is missed again where the subscription is disabled before it has caught up', async () => {
    const id = await create()
    await post(`/${id}/disable`)
    given.service.clock.advance(2 * 60 * 60 * 1000)
    await given.notifications.advance(0)
    await missMuch()
    await post(`/${id}/enable`)
    expect((await post(`/${id}/disable`)).data(subscriptionSchema).replay).toBeUndefined()
    await post(`/${id}/enable`)
    await finish()
    expect(await queued()).toBe(MUCH)
  })
})

describe('what is kept', () => {
  const events = () =>
    given.service.deps.db
      .selectFrom('webhook_events')
      .select('id')
      .where('merchant_id', '=', given.merchant.merchantId)
      .execute()

  test('is events and deliveries of 30 days, whole days (UTC) at a time', async () => {
    const id = await create()
    await approve(given.service.deps, given.merchant.merchantId)
    await given.notifications.delivered(id, 1)
    await given.notifications.advance(LIMITS.deliveryRetentionDays * DAY_MS)
    const young = await approve(given.service.deps, given.merchant.merchantId)
    await keepRetention(given.service.deps)
    expect(await events()).toHaveLength(2)
    await given.notifications.advance(DAY_MS)
    await keepRetention(given.service.deps)
    expect(await events()).toEqual([{ id: young }])
    expect((await given.notifications.deliveries(id)).deliveries).toHaveLength(1)
  })

  test('is what an enabled subscription is still to be sent, as after the service was off for 40 days', async () => {
    const id = await create()
    const { deps, clock } = given.service
    given.endpoint.behave(answer(500), answer(200))
    const at = new Date(clock.now().getTime() - 40 * DAY_MS)
    const event = await recordEvent(deps.db, approvalEvent(given.merchant.merchantId, at))
    deps.wakeDeliveries()
    await expect.poll(async () => (await given.notifications.deliveries(id)).deliveries[0]?.attempts.length).toBe(1)
    await keepRetention(deps)
    await given.notifications.advance(6_000)
    await expect.poll(arrived).toEqual([event, event])
  })

  test('is nothing of what waits for a disabled subscription for longer than that', async () => {
    const id = await create()
    const { deps, clock } = given.service
    given.endpoint.behave(answer(410))
    const at = new Date(clock.now().getTime() - LIMITS.deliveryRetentionDays * DAY_MS)
    for (const each of [at, new Date(at.getTime() - 1)]) {
      await recordEvent(deps.db, approvalEvent(given.merchant.merchantId, each))
    }
    await post(`/${id}/disable`)
    await keepRetention(deps)
    const queued = deps.db.selectFrom('webhook_queue').select('event_at').where('subscription_id', '=', id)
    expect(await queued.execute()).toEqual([{ event_at: at }])
  })

  test('is nothing of what was still to be sent to a subscription that is deleted', async () => {
    const id = await create()
    given.endpoint.behave(answer(500))
    await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(async () => (await given.notifications.deliveries(id)).deliveries[0]?.attempts.length).toBe(1)
    await given.notifications.call('DELETE', `/${id}`)
    await keepRetention(given.service.deps)
    const queued = given.service.deps.db.selectFrom('webhook_queue').select('id')
    expect(await queued.where('subscription_id', '=', id).execute()).toEqual([])
  })

  test('is a replaced key for as long as it signs', async () => {
    const id = await create()
    await post(`/${id}/rotate-key`)
    const keys = () =>
      given.service.deps.db.selectFrom('webhook_keys').select('id').where('subscription_id', '=', id).execute()
    await keepRetention(given.service.deps)
    expect(await keys()).toHaveLength(2)
    await given.notifications.advance(DAY_MS)
    await keepRetention(given.service.deps)
    expect(await keys()).toHaveLength(1)
  })
})
