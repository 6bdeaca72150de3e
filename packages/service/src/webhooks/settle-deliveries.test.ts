import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../test/databases.ts'
import { type DeliveryRig, startDeliveryRig } from '../../test/delivery-rig.ts'
import { createLogger } from '../platform/log.ts'
import { claimDue } from './claim-store.ts'
import { replayOne } from './replay-store.ts'
import type { Outcome } from './sender.ts'
import { settleDeliveries } from './settle-deliveries.ts'
import { setDisabled, setEnabled, type SubscriptionKey, updateSubscription } from './subscription-store.ts'
import { loadTargets } from './target-store.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let rig: DeliveryRig
let logs: string[] = []
beforeEach(async () => {
  logs = []
  rig = await startDeliveryRig(database.db, { workers: 0 })
  return () => rig.close()
})

type Answer = readonly [subscription: string, status: number, endpoint?: string]
/** In the place of a status: it leads where nothing is sent. */
const NOWHERE = 0
const ELSEWHERE = 'http://127.0.0.1:8/'
const subscribe = () => rig.subscribe('http://127.0.0.1:9/')
const later = (ms: number) => new Date(rig.clock.now().getTime() + ms)
/** Takes what is due to subscriptions, and has them answered so, each a second after the one before. */
const answered = async (statuses: readonly Answer[], db = rig.db) => {
  const { secrets, merchantId } = rig
  const [now, lease] = [rig.clock.now(), randomUUID()]
  const wanted = [...new Set(statuses.map(([id]) => id))].map((id) => ({ id, merchantId, capacity: 10 }))
  const claimed = await claimDue(db, { now, lease, leaseUntil: later(30_000), wanted })
  const targets = await loadTargets(db, secrets, wanted, now)
  const attempted = statuses.map(([id, statusCode, endpoint], index) => {
    const nr = claimed.findIndex(({ subscriptionId }) => subscriptionId === id)
    const [delivery] = claimed.splice(nr, 1)
    const target = targets.get(id)
    if (delivery === undefined || target === undefined) throw new Error('nothing was due')
    const failure = statusCode === 200 ? null : statusCode === NOWHERE ? 'address_not_allowed' : 'http_status'
    const outcome: Outcome = { failure, statusCode, retryAfter: undefined, durationMs: 1, isBrokenOff: false }
    const tried = { ...target, endpoint: endpoint ?? target.endpoint }
    return { delivery, target: tried, outcome, startedAt: now, endedAt: later((index + 1) * SECOND_MS) }
  })
  const log = createLogger('debug', { write: (line) => void logs.push(line) })
  return () => settleDeliveries({ db, log, random: () => 0.5 }, lease, attempted)
}
const settle = async (...statuses: Answer[]) => (await answered(statuses))()
const told = () => logs.map((line) => JSON.parse(line) as Record<string, unknown>)
const stored = (id: string) =>
  rig.db
    .selectFrom('webhook_subscriptions')
    .select(['status', 'failing_since', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('endpoints that are answered for together', () => {
  test('are disabled where they are gone, and not for others that are', async () => {
    const [gone, gonePast, failing, well] = [await subscribe(), await subscribe(), await subscribe(), await subscribe()]
    await rig.approve()
    await settle([gone, 410], [gonePast, 410], [failing, 500], [well, 200])
    const disabled = { status: 'disabled', disabled_at: later(3 * SECOND_MS) }
    expect([await stored(gone), await stored(gonePast)]).toMatchObject([disabled, disabled])
    expect(await stored(failing)).toMatchObject({ status: 'enabled', failing_since: later(SECOND_MS) })
    expect(await stored(well)).toMatchObject({ status: 'enabled', failing_since: null })
    const what = { reason: 'gone', msg: 'webhook subscription disabled' }
    expect(told()).toMatchObject([
      { subscription_id: gone, ...what },
      { subscription_id: gonePast, ...what },
    ])
  })

  test('are working where one of several answers is well, whatever the others are', async () => {
    const subscription = await subscribe()
    for (let count = 0; count < 3; count += 1) await rig.approve()
    await settle([subscription, 410], [subscription, 200], [subscription, 410])
    expect(await stored(subscription)).toMatchObject({ status: 'enabled', failing_since: null })
    expect(told()).toEqual([])
  })

  test('are gone whatever else they failed with, and whatever the one before them answers', async () => {
    const [failing, moved] = [await subscribe(), await subscribe()]
    for (let count = 0; count < 3; count += 1) await rig.approve()
    await settle([failing, 410], [failing, 500], [moved, 200, ELSEWHERE], [moved, 410], [moved, 500, ELSEWHERE])
    expect([await stored(failing), await stored(moved)]).toMatchObject([{ status: 'disabled' }, { status: 'disabled' }])
  })
})

test('an endpoint that fails is told of only when it is disabled, and fails no more once it answers well', async () => {
  const subscription = await subscribe()
  await rig.approve()
  await settle([subscription, 500])
  expect(await stored(subscription)).toMatchObject({ status: 'enabled', failing_since: later(SECOND_MS) })
  await rig.approve()
  await settle([subscription, 200])
  expect(await stored(subscription)).toMatchObject({ status: 'enabled', failing_since: null })
  expect(told()).toEqual([])
})

test('an endpoint where nothing may be sent is told of when it begins to fail, with what allows it', async () => {
  const [nowhere, failing] = [await subscribe(), await subscribe()]
  for (let count = 0; count < 2; count += 1) await rig.approve()
  await settle([nowhere, NOWHERE], [nowhere, NOWHERE], [failing, 500])
  const msg = expect.stringContaining('COINSLOT_ALLOW_PRIVATE_WEBHOOKS')
  expect(told()).toEqual([expect.objectContaining({ level: 40, subscription_id: nowhere, msg })])
  await rig.approve()
  await settle([nowhere, NOWHERE])
  expect(told()).toHaveLength(1)
})

test('attempts are written down once, though it was lost that they had been and they are written again', async () => {
  const [failing, well] = [await subscribe(), await subscribe()]
  await rig.approve()
  const write = await answered([
    [failing, 500],
    [well, 200],
  ])
  await write()
  await write()
  for (const id of [failing, well])
    expect((await rig.deliveries(id)).map(({ attempts }) => attempts.length)).toEqual([1])
  const queued = rig.db.selectFrom('webhook_queue').select(['subscription_id', 'step'])
  expect(await queued.execute()).toEqual([{ subscription_id: failing, step: 1 }])
  // One that was asked for meanwhile is another, though the clock of a sandbox has stood still.
  const [delivery] = await rig.deliveries(failing)
  await replayOne(rig.db, { id: failing, merchantId: rig.merchantId }, delivery?.id ?? '', rig.clock.now())
  await settle([failing, 500])
  expect((await rig.deliveries(failing))[0]?.attempts).toHaveLength(2)
})

test('what another has disabled meanwhile is not told of again', async () => {
  const subscription = await subscribe()
  await rig.approve()
  const settled = await answered([[subscription, 410]])
  await setDisabled(rig.db, [{ id: subscription, merchantId: rig.merchantId }], rig.clock.now())
  await settled()
  expect(await stored(subscription)).toMatchObject({ status: 'disabled', disabled_at: rig.clock.now() })
  expect(told()).toEqual([])
})

test('an endpoint is neither disabled nor failing for what the one before it answered', async () => {
  const subscription = await subscribe()
  await rig.approve()
  const settled = await answered([[subscription, 410]])
  await updateSubscription(rig.db, { id: subscription, merchantId: rig.merchantId }, { endpoint: ELSEWHERE })
  await settled()
  expect(await stored(subscription)).toMatchObject({ status: 'enabled', failing_since: null })
  expect(told()).toEqual([])
})

test('an endpoint that a subscription has come back to is neither disabled nor failing for what it answers to one sent before', async () => {
  const subscription = await subscribe()
  const key = { id: subscription, merchantId: rig.merchantId }
  await rig.approve()
  const early = await answered([[subscription, 410]])
  for (const endpoint of [ELSEWHERE, 'http://127.0.0.1:9/']) await updateSubscription(rig.db, key, { endpoint })
  await early()
  expect(await stored(subscription)).toMatchObject({ status: 'enabled', failing_since: null })
  await rig.approve()
  const late = await answered([[subscription, 410]])
  await updateSubscription(rig.db, key, { endpoint: 'http://127.0.0.1:9/', description: 'Shop' })
  await late()
  expect(await stored(subscription)).toMatchObject({ status: 'disabled' })
})

test('a subscription that is enabled again is neither disabled nor failing for what its endpoint answers to one sent before', async () => {
  const subscription = await subscribe()
  const key = { id: subscription, merchantId: rig.merchantId }
  await rig.approve()
  const early = await answered([[subscription, 410]])
  await setDisabled(rig.db, [key], rig.clock.now())
  await setEnabled(rig.db, key)
  await early()
  expect(await stored(subscription)).toMatchObject({ status: 'enabled', failing_since: null })
  await rig.approve()
  await settle([subscription, 410])
  expect(await stored(subscription)).toMatchObject({ status: 'disabled' })
})

test('an endpoint goes on failing, and another recovers, whatever the one before it answers late', async () => {
  const [failing, well] = [await subscribe(), await subscribe()]
  await rig.approve()
  await settle([failing, 500], [well, 500])
  await rig.approve()
  const late = await answered([
    [failing, 200],
    [well, 200],
  ])
  for (const id of [failing, well]) {
    await updateSubscription(rig.db, { id, merchantId: rig.merchantId }, { endpoint: ELSEWHERE })
  }
  await rig.approve()
  await settle([failing, 500], [well, 500])
  await late()
  expect(await stored(failing)).toMatchObject({ failing_since: later(SECOND_MS) })
  for (let count = 0; count < 2; count += 1) await rig.approve()
  await settle([failing, 500], [well, 200], [well, 200, 'http://127.0.0.1:9/'])
  expect(await stored(failing)).toMatchObject({ failing_since: later(SECOND_MS) })
  expect(await stored(well)).toMatchObject({ failing_since: null })
})

/** Has something else of a subscription changed, which stays undone until the work is. */
const whileHeld = (id: string, work: () => Promise<unknown>) =>
  rig.db.transaction().execute(async (holding) => {
    await updateSubscription(holding, { id, merchantId: rig.merchantId }, { description: 'Shop' })
    await work()
  })

describe.runIf(testDatabase === 'postgres')('a subscription that another transaction holds', () => {
  test('keeps nothing waiting: what is tried next tells of its endpoint', async () => {
    const recovering = await subscribe()
    await rig.approve()
    await settle([recovering, 500])
    const [held, gone] = [await subscribe(), await subscribe()]
    await rig.approve()
    await whileHeld(held, () => settle([held, 410], [gone, 410], [recovering, 200]))
    expect((await rig.deliveries(held)).map(({ attempts }) => attempts.length)).toEqual([1])
    expect(await stored(held)).toMatchObject({ status: 'enabled', failing_since: null })
    expect(await stored(gone)).toMatchObject({ status: 'disabled' })
    expect(await stored(recovering)).toMatchObject({ failing_since: null })
    await rig.approve()
    await settle([held, 410])
    expect(await stored(held)).toMatchObject({ status: 'disabled' })
  })

  test('keeps nothing waiting where its endpoint recovers', async () => {
    const held = await subscribe()
    await rig.approve()
    await settle([held, 500])
    await rig.approve()
    await whileHeld(held, () => settle([held, 200]))
    expect(await stored(held)).toMatchObject({ failing_since: later(SECOND_MS) })
    await rig.approve()
    await settle([held, 200])
    expect(await stored(held)).toMatchObject({ failing_since: null })
  })
})

test('how an attempt ended is written down with what follows from it, or not at all', async () => {
  const { db } = rig
  const subscription = await subscribe()
  await rig.approve()
  const settled = await answered([[subscription, 500]])
  const readQueue = db
    .selectFrom('webhook_queue')
    .select(['step', 'attempts'])
    .where('subscription_id', '=', subscription)
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on webhook_subscriptions for each row execute function refuse()
  `.execute(db)
  await expect(settled()).rejects.toThrow('refused')
  expect(await readQueue.execute()).toEqual([{ step: 0, attempts: [] }])
  await sql`drop trigger refuse on webhook_subscriptions; drop function refuse`.execute(db)
  await settled()
  expect(await readQueue.execute()).toEqual([{ step: 1, attempts: [expect.objectContaining({ status_code: 500 })] }])
})

describe('the time for which an endpoint has failed', () => {
  const failing = async () => {
    const id = await subscribe()
    await rig.approve()
    await settle([id, 500])
    return { id, merchantId: rig.merchantId }
  }

  test.each([
    ['it is enabled again', (key: SubscriptionKey) => setEnabled(rig.db, key)],
    ['it has moved', (key: SubscriptionKey) => updateSubscription(rig.db, key, { endpoint: ELSEWHERE })],
  ])('begins anew where %s', async (_what, change) => {
    const key = await failing()
    await change(key)
    expect(await stored(key.id)).toMatchObject({ failing_since: null })
  })

  test('goes on where something else of it is changed', async () => {
    const key = await failing()
    await updateSubscription(rig.db, key, { description: 'Shop' })
    expect(await stored(key.id)).toMatchObject({ failing_since: later(SECOND_MS) })
  })

  /** It fails once more after so many days. */
  const failsAfter = async (days: number, id: string) => {
    rig.clock.advance(days * DAY_MS)
    await rig.approve()
    await settle([id, 500])
  }

  test.each([[[2, 2, 1]], [[5]]])('disables it after five days, of %j', async (pauses) => {
    const { id } = await failing()
    for (const days of pauses) {
      expect(await stored(id)).toMatchObject({ status: 'enabled' })
      await failsAfter(days, id)
    }
    expect(await stored(id)).toMatchObject({ status: 'disabled' })
    expect(told()).toMatchObject([{ subscription_id: id, reason: 'failing' }])
  })

  test('begins anew where nothing was sent to it for ten days, as while the service was off', async () => {
    const { id } = await failing()
    await failsAfter(10, id)
    expect(await stored(id)).toMatchObject({ status: 'enabled', failing_since: later(SECOND_MS) })
  })
})
