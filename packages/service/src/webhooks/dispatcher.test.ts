import { randomUUID } from 'node:crypto'
import type { Delivery, FailureClass } from '@coinslot/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { type DeliveryRig, type DeliveryRigOptions, startDeliveryRig } from '../../test/delivery-rig.ts'
import { approvalEvent } from '../../test/events.ts'
import { fateOfTimer } from '../../test/fate-of-timer.ts'
import {
  answer,
  type Behaviour,
  endlessAnswer,
  type FaultEndpoint,
  type FaultEndpointOptions,
  neverAnswer,
  resetInMidAnswer,
  startFaultEndpoint,
  TEST_CA,
} from '../../test/fault-endpoint.ts'
import { createResolver } from '../../test/resolver.ts'
import { withoutTable } from '../../test/without-table.ts'
import { claimDue, releaseAll } from './claim-store.ts'
import { recordEvent } from './outbox.ts'
import { migrate } from '../db/migrate.ts'
import { RETRY_DELAYS_MS } from './retry-rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  await migrate(database.db)
})
afterAll(() => database.close())

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const resource of open.splice(0).toReversed()) await resource.close()
})
const start = async (options?: DeliveryRigOptions): Promise<DeliveryRig> => {
  const rig = await startDeliveryRig(database.db, options)
  open.push(rig)
  return rig
}
const endpoint = async (options?: FaultEndpointOptions): Promise<FaultEndpoint> => {
  const started = await startFaultEndpoint(options)
  open.push(started)
  return started
}

/** A rig with one endpoint, which behaves so, and a subscription for it. */
const subscribed = async (behaviours: readonly Behaviour[] = [], options?: DeliveryRigOptions) => {
  const rig = await start(options)
  const started = await endpoint()
  if (behaviours.length > 0) started.behave(...behaviours)
  return { rig, endpoint: started, subscription: await rig.subscribe(started.url) }
}

const newest = async (rig: DeliveryRig, subscription: string): Promise<Delivery> => {
  const [delivery] = await rig.deliveries(subscription)
  if (delivery === undefined) throw new Error('there is no delivery')
  return delivery
}
const attempted = (rig: DeliveryRig, subscription: string, times: number) =>
  expect.poll(async () => (await newest(rig, subscription)).attempts.length).toBe(times)
const statuses = async (rig: DeliveryRig, subscription: string) =>
  (await rig.deliveries(subscription)).map(({ status }) => status)
/** One delivery comes into the hands of a worker that is never heard of again. */
const claimAsAnother = async (rig: DeliveryRig, subscription: string): Promise<void> => {
  const claim = {
    now: rig.clock.now(),
    leaseUntil: new Date(rig.clock.now().getTime() + 30_000),
    lease: randomUUID(),
    wanted: [{ id: subscription, merchantId: rig.merchantId, capacity: 10 }],
  }
  expect(await claimDue(rig.db, claim)).toHaveLength(1)
}
const eventIds = ({ received }: FaultEndpoint) => received.map(({ headers }) => headers['webhook-id'])

describe('an endpoint that fails', () => {
  test.each<[string, Behaviour, FailureClass, number | null]>([
    ['answers 500', answer(500), 'http_status', 500],
    ['accepts and never answers', neverAnswer, 'timeout', null],
    ['resets in mid-answer', resetInMidAnswer, 'connection_reset', 200],
    ['answers without end', endlessAnswer, 'response_too_large', 200],
    ['redirects to a metadata address', answer(301, { location: 'http://169.254.169.254/' }), 'http_status', 301],
  ])('and %s is tried again 5 s later, with the same id', async (_what, fault, failure, status) => {
    const timeoutMs = failure === 'timeout' ? 1_000 : 15_000
    const { rig, endpoint: faulty, subscription } = await subscribed([fault, answer(200)], { timeoutMs })
    const id = await rig.approve()
    await attempted(rig, subscription, 1)
    expect(await newest(rig, subscription)).toMatchObject({
      event_id: id,
      status: 'pending',
      next_attempt_at: new Date(rig.clock.now().getTime() + 5_000).toISOString(),
      attempts: [{ failure, status_code: status }],
    })
    rig.advance(4_999)
    expect(faulty.received).toHaveLength(1)
    rig.advance(1)
    await attempted(rig, subscription, 2)
    expect(await newest(rig, subscription)).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
      attempts: [{ failure }, { failure: null, status_code: 200 }],
    })
    expect(eventIds(faulty)).toEqual([id, id])
  })

  test('and has a certificate for another name is tried again', async () => {
    const rig = await start({ ca: TEST_CA, resolve: createResolver('127.0.0.1') })
    const { port } = await endpoint({ tls: true })
    const subscription = await rig.subscribe(`https://wrong.example:${port}/`)
    await rig.approve()
    await attempted(rig, subscription, 1)
    expect(await newest(rig, subscription)).toMatchObject({ status: 'pending', attempts: [{ failure: 'tls' }] })
  })

  test('and resolves to a public, then to a private address gets nothing there', async () => {
    // 127.0.0.1 stands for the public address, and a link-local one for the private.
    const rig = await start({ resolve: createResolver('127.0.0.1', '169.254.1.1') })
    const rebinding = await endpoint()
    rebinding.behave(answer(200, { connection: 'close' }))
    const subscription = await rig.subscribe(`http://rebinding.example:${rebinding.port}/`)
    await rig.approve()
    await attempted(rig, subscription, 1)
    await rig.approve()
    await attempted(rig, subscription, 1)
    expect(await rig.deliveries(subscription)).toMatchObject([
      { status: 'pending', attempts: [{ failure: 'address_not_allowed', status_code: null }] },
      { status: 'delivered' },
    ])
    expect(rebinding.received).toHaveLength(1)
  })

  test('is given up after ten attempts, on the schedule, each signed at its own time', async () => {
    const { rig, endpoint: dead, subscription } = await subscribed([answer(500)])
    await rig.approve()
    for (const [step, delayMs] of RETRY_DELAYS_MS.entries()) {
      await attempted(rig, subscription, step + 1)
      rig.advance(delayMs)
    }
    await attempted(rig, subscription, 10)
    const { status, next_attempt_at, attempts } = await newest(rig, subscription)
    expect([status, next_attempt_at]).toEqual(['failed', null])
    const times = attempts.map(({ at }) => Date.parse(at))
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(RETRY_DELAYS_MS)
    const signedAt = dead.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(signedAt).toEqual(times.map((time) => Math.floor(time / 1_000)))
    rig.advance(DAY_MS)
    expect(dead.received).toHaveLength(10)
  })

  test('and asks for patience is given it', async () => {
    const { rig, subscription } = await subscribed([answer(503, { 'retry-after': '120' })])
    await rig.approve()
    await attempted(rig, subscription, 1)
    const { next_attempt_at } = await newest(rig, subscription)
    expect(Date.parse(next_attempt_at ?? '') - rig.clock.now().getTime()).toBe(120_000)
  })
})

describe('a subscription', () => {
  test('is disabled at once by 410 Gone, and says so in the log', async () => {
    const { rig, endpoint: gone, subscription } = await subscribed([answer(410)])
    await rig.approve()
    await expect.poll(() => rig.statusOf(subscription)).toBe('disabled')
    expect(await newest(rig, subscription)).toMatchObject({
      status: 'pending',
      next_attempt_at: null,
      attempts: [{ status_code: 410 }],
    })
    rig.advance(DAY_MS)
    await rig.approve()
    expect(gone.received).toHaveLength(1)
    await expect.poll(() => rig.logs.filter((line) => line.includes('"reason":"gone"'))).toHaveLength(1)
  })

  test('is disabled after 5 days with nothing but failures', async () => {
    const { rig, subscription } = await subscribed([answer(500)])
    for (let day = 0; day < 5; day += 1) {
      await rig.approve()
      await attempted(rig, subscription, 1)
      expect(await rig.statusOf(subscription)).toBe('enabled')
      rig.advance(DAY_MS)
    }
    await expect.poll(() => rig.statusOf(subscription)).toBe('disabled')
    await expect.poll(() => rig.logs.join('')).toContain('"reason":"failing"')
  })

  test('stays enabled when one delivery has succeeded within the 5 days', async () => {
    const { rig, endpoint: flaky, subscription } = await subscribed([answer(500)])
    await rig.approve()
    await attempted(rig, subscription, 1)
    rig.advance(3 * DAY_MS)
    await attempted(rig, subscription, 2)
    flaky.behave(answer(200))
    await rig.approve()
    await attempted(rig, subscription, 1)
    flaky.behave(answer(500))
    rig.advance(3 * DAY_MS)
    await rig.approve()
    await attempted(rig, subscription, 1)
    expect(await rig.statusOf(subscription)).toBe('enabled')
  })
})

describe('order', () => {
  const intent = () => {
    const intentId = randomUUID()
    const passed = (rig: DeliveryRig) =>
      rig.record({
        merchantId: rig.merchantId,
        at: rig.clock.now(),
        type: 'kyc_approved',
        data: {
          kyc_session_id: randomUUID(),
          outcome: 'approved',
          level: 2,
          external_id: null,
          payment_intent_id: intentId,
        },
      })
    return { passed, approved: (rig: DeliveryRig) => rig.approve(intentId) }
  }

  test('is kept for one intent while nothing fails, and other intents do not wait', async () => {
    const rig = await start({ workers: 2 })
    const slow = await endpoint()
    let release = () => {}
    slow.behave((response) => {
      release = () => response.end()
    }, answer(200))
    const subscription = await rig.subscribe(slow.url)
    const { passed, approved } = intent()
    const first = await passed(rig)
    await expect.poll(() => slow.received.length).toBe(1)
    const second = await approved(rig)
    const other = await rig.approve()
    await expect.poll(() => eventIds(slow)).toEqual([first, other])
    release()
    await expect.poll(() => eventIds(slow)).toEqual([first, other, second])
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('is that of each endpoint: one that is slow keeps another waiting for nothing', async () => {
    const rig = await start()
    const [slow, quick] = [await endpoint(), await endpoint()]
    let isGivenUp = false
    slow.behave((response) => void response.once('close', () => (isGivenUp = true)))
    await rig.subscribe(slow.url)
    await rig.subscribe(quick.url)
    const { passed, approved } = intent()
    const first = await passed(rig)
    await expect.poll(() => slow.received.length).toBe(1)
    const second = await approved(rig)
    await expect.poll(() => eventIds(quick)).toEqual([first, second])
    expect([eventIds(slow), isGivenUp]).toEqual([[first], false])
  })

  test('gives way when the earlier event fails', async () => {
    const { rig, endpoint: flaky, subscription } = await subscribed([answer(500), answer(200)])
    const { passed, approved } = intent()
    const first = await passed(rig)
    const second = await approved(rig)
    await expect.poll(() => eventIds(flaky)).toEqual([first, second])
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered', 'pending'])
  })
})

describe('isolation', () => {
  test('keeps an endpoint that hangs from delaying another', async () => {
    const rig = await start({ timeoutMs: 15_000 })
    const [hanging, healthy] = [await endpoint(), await endpoint()]
    hanging.behave(neverAnswer)
    const held = await rig.subscribe(hanging.url)
    for (let count = 0; count < 40; count += 1) await rig.approve()
    await expect.poll(() => hanging.received.length).toBeGreaterThan(0)
    const subscription = await rig.subscribe(healthy.url)
    await rig.approve()
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered'])
    expect((await rig.deliveries(held)).flatMap(({ attempts }) => attempts)).toEqual([])
    expect(hanging.received.length).toBeLessThanOrEqual(8)
  })

  test('probes a dead endpoint with one delivery at a time, and delivers all when it is back', async () => {
    const { rig, endpoint: dead, subscription } = await subscribed([answer(500)])
    for (let count = 0; count < 5; count += 1) await rig.approve()
    await expect
      .poll(async () => (await rig.deliveries(subscription)).flatMap(({ attempts }) => attempts))
      .toHaveLength(5)
    for (let count = 0; count < 5; count += 1) await rig.approve()
    expect(dead.received).toHaveLength(5)
    rig.advance(1_000)
    await expect.poll(() => dead.received.length).toBe(6)
    dead.behave(answer(200))
    const statusesLater = () => {
      rig.advance(5_000)
      return statuses(rig, subscription)
    }
    await expect.poll(statusesLater).toEqual(Array.from({ length: 10 }, () => 'delivered'))
  })
})

describe('a worker', () => {
  test('delivers nothing before the change is committed', async () => {
    const { rig, endpoint: sink, subscription } = await subscribed()
    let seenBeforeCommit = -1
    await rig.db.transaction().execute(async (transaction) => {
      await recordEvent(transaction, approvalEvent(rig.merchantId, rig.clock.now()))
      rig.advance(2_000)
      await transaction.selectFrom('webhook_events').selectAll().execute()
      seenBeforeCommit = sink.received.length
    })
    rig.advance(0)
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered'])
    expect(seenBeforeCommit).toBe(0)
  })

  test('takes over what a killed one had in its hands, within 60 s and with the same id', async () => {
    const { rig, endpoint: sink, subscription } = await subscribed([], { workers: 0 })
    const id = await rig.approve()
    await claimAsAnother(rig, subscription)
    rig.startWorker()
    rig.advance(29_000)
    expect(sink.received).toEqual([])
    rig.advance(2_000)
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered'])
    expect(eventIds(sink)).toEqual([id])
  })

  test('takes over at once what nobody else can still have in its hands', async () => {
    const { rig, endpoint: sink, subscription } = await subscribed([], { workers: 0 })
    const id = await rig.approve()
    await claimAsAnother(rig, subscription)
    await releaseAll(rig.db)
    rig.startWorker()
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered'])
    expect(eventIds(sink)).toEqual([id])
  })

  test('writes down what has arrived as soon as the database takes it, and sends it no second time', async () => {
    const { rig, endpoint: shop, subscription } = await subscribed()
    await withoutTable(rig.db, 'webhook_deliveries', async () => {
      await rig.approve()
      await expect.poll(() => rig.logs.join('')).toContain('webhook deliveries could not be read or written')
    })
    rig.advance(31_000)
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered'])
    expect(shop.received).toHaveLength(1)
  })

  test('that has stopped keeps nobody waiting for the time that it was given', async () => {
    const rig = await start()
    const worker = rig.startWorker()
    expect(await fateOfTimer(54_321, () => worker.stop(54_321))).toBe('cleared')
  })

  test('that is stopped lets exchanges end', async () => {
    const rig = await start({ workers: 0 })
    const slow = await endpoint()
    let release = () => {}
    slow.behave((response) => {
      release = () => response.end()
    })
    const subscription = await rig.subscribe(slow.url)
    const worker = rig.startWorker()
    await rig.approve()
    await expect.poll(() => slow.received.length).toBe(1)
    const stopped = worker.stop(5_000)
    release()
    await stopped
    expect(await statuses(rig, subscription)).toEqual(['delivered'])
  })

  test('that is stopped gives back what does not end, for another to take at once', async () => {
    const { rig, endpoint: hanging, subscription } = await subscribed([neverAnswer, answer(200)], { workers: 0 })
    const worker = rig.startWorker()
    const id = await rig.approve()
    await expect.poll(() => hanging.received.length).toBe(1)
    await worker.stop(50)
    expect(await newest(rig, subscription)).toMatchObject({ status: 'pending', attempts: [] })
    rig.startWorker()
    await expect.poll(() => statuses(rig, subscription)).toEqual(['delivered'])
    expect(eventIds(hanging)).toEqual([id, id])
  })

  test('shares the work with others: each event arrives once while nothing fails', async () => {
    const { rig, endpoint: sink, subscription } = await subscribed([], { workers: 3 })
    const ids = await Promise.all(Array.from({ length: 60 }, () => rig.approve()))
    await expect.poll(() => sink.received.length).toBe(60)
    await expect
      .poll(async () => (await statuses(rig, subscription)).filter((status) => status === 'delivered').length)
      .toBe(60)
    expect(eventIds(sink).toSorted()).toEqual(ids.toSorted())
  })
})
