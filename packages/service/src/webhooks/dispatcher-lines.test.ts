import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { type DeliveryRig, startDeliveryRig } from '../../test/delivery-rig.ts'
import { approvalEvent } from '../../test/events.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { watchResults } from '../../test/watch-results.ts'
import { createClient } from '../auth/create-client.ts'
import type { Database } from '../db/database.ts'
import { createLogger } from '../platform/log.ts'
import { Dispatcher } from './dispatcher.ts'
import { createSender } from './sender.ts'
import { insertSubscription } from './subscription-store.ts'

let db: Database
let close: () => Promise<void>
let rig: DeliveryRig
let endpoint: FaultEndpoint
beforeEach(async () => {
  ;({ db, close } = await openTestDatabase())
  rig = await startDeliveryRig(db, { workers: 0 })
  endpoint = await startFaultEndpoint()
})
afterEach(async () => {
  await rig.close()
  await endpoint.close()
  await close()
})

interface Others {
  readonly count: number
  /** Of each of them. */
  readonly deliveries: number
  readonly dueInMs: number
}

/** Subscriptions of another merchant that are visited before nearly all others: of random ids those with the highest hashes. */
const addOthers = async ({ count, deliveries, dueInMs }: Others): Promise<void> => {
  const { merchantId } = await createClient(db, rig.clock, { merchant: `Merchant ${randomUUID()}` })
  const at = rig.clock.now()
  const dueAt = new Date(at.getTime() + dueInMs)
  await sql`
    with added as (
      insert into webhook_subscriptions (merchant_id, id, endpoint, description, status, created_at)
      select ${merchantId}::uuid, id, ${endpoint.url}, '', 'enabled', ${at}::timestamptz
      from (select gen_random_uuid() as id from generate_series(1, ${count * 20}::integer)) random
      order by hashtextextended(id::text, 0) desc limit ${count}::integer
      returning id
    )
    insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
      subject_hash, step, due_at, created_at)
    select ${merchantId}::uuid, id, ${at}::timestamptz, 'evt_' || nr, gen_random_uuid(), 'payment_approved', '{}',
      hashtextextended(id::text, 0), row_number() over (), 1, ${dueAt}::timestamptz, ${at}::timestamptz
    from added, generate_series(1, ${deliveries}::integer) nr
  `.execute(db)
}

interface Turn {
  readonly isLookedAt: boolean
  isTakenFrom: boolean
}

/** Starts a worker. @returns what it does for a subscription in each turn, and its end. */
const startWatched = (subscription: string) => {
  const turns: Turn[] = []
  const watched = watchResults(db, (rows) => {
    const turn = turns.at(-1)
    if (rows.some((row) => 'isEnabled' in row))
      turns.push({ isLookedAt: rows.some(({ id }) => id === subscription), isTakenFrom: false })
    else if (turn && rows.some(({ subscriptionId }) => subscriptionId === subscription)) turn.isTakenFrom = true
  })
  const sender = createSender({ allowPrivate: true })
  const log = createLogger('silent')
  const worker = new Dispatcher({ ...rig, db: watched, log, sender, random: () => 0.5 })
  worker.start()
  const stop = async (): Promise<void> => {
    await worker.stop(5_000)
    sender.close()
  }
  return { turns, stop }
}

test('what is due is delivered beside however many endpoints that are tried again later', async () => {
  await addOthers({ count: 200, deliveries: 1, dueInMs: 60 * 60_000 })
  await rig.subscribe(endpoint.url)
  rig.startWorker()
  await rig.approve()
  await expect.poll(() => endpoint.received).toHaveLength(1)
})

test('a turn whose places others have taken is followed by one for those behind them', async () => {
  // No merchant alone may take them all.
  for (let merchant = 0; merchant < 2; merchant += 1) await addOthers({ count: 100, deliveries: 24, dueInMs: 0 })
  const subscription = await rig.subscribe(endpoint.url)
  await rig.approve()
  rig.clock.advance(6_000)
  const { turns, stop } = startWatched(subscription)
  await expect.poll(() => endpoint.received).toHaveLength(1)
  await stop()
  expect(turns.findIndex(({ isTakenFrom }) => isTakenFrom)).toBeLessThan(2)
})

test('a long line is looked at in every turn, however many turns it takes to visit all subscriptions', async () => {
  await addOthers({ count: 600, deliveries: 1, dueInMs: 60 * 60_000 })
  const subscription = await rig.subscribe(endpoint.url)
  for (let event = 0; event < 20; event += 1) await rig.approve()
  const { turns, stop } = startWatched(subscription)
  await expect.poll(() => endpoint.received).toHaveLength(20)
  await stop()
  const isTaken = turns.map(({ isTakenFrom }) => isTakenFrom)
  const whileTaken = turns.slice(isTaken.indexOf(true), isTaken.lastIndexOf(true) + 1)
  expect(whileTaken.length).toBeGreaterThan(1)
  expect(whileTaken.filter(({ isLookedAt }) => !isLookedAt)).toEqual([])
})

test('a line goes on at once behind what stands back for an earlier delivery about the same', async () => {
  await rig.subscribe(endpoint.url)
  const firsts: string[] = []
  for (let payment = 0; payment < 6; payment += 1) {
    const intentId = randomUUID()
    firsts.push(await rig.approve(intentId))
    rig.clock.advance(1)
    await rig.approve(intentId)
    rig.clock.advance(1)
  }
  rig.clock.advance(60_000)
  rig.startWorker()
  const arrived = () => endpoint.received.map(({ headers }) => headers['webhook-id'])
  await expect.poll(arrived).toEqual(expect.arrayContaining(firsts))
})

test('the attack of a hundred endpoints that are slow holds half of the places, and the webhooks of others go out', async () => {
  const { merchantId } = await createClient(db, rig.clock, { merchant: `Merchant ${randomUUID()}` })
  const slow = await startFaultEndpoint()
  slow.behave(() => undefined)
  const subscription = {
    merchantId,
    endpoint: slow.url,
    description: '',
    status: 'enabled',
    at: rig.clock.now(),
  } as const
  await Promise.all(Array.from({ length: 100 }, () => insertSubscription(db, rig.secrets, subscription)))
  for (let nr = 0; nr < 8; nr += 1) await rig.record(approvalEvent(merchantId, rig.clock.now(), randomUUID()))
  await rig.subscribe(endpoint.url)
  rig.startWorker({ timeoutMs: 60_000 })
  await expect.poll(() => slow.received.length).toBeGreaterThan(400)
  await rig.approve()
  await expect.poll(() => endpoint.received).toHaveLength(1)
  const taken = db.selectFrom('webhook_queue').select('id').where('lease', 'is not', null)
  // One more than its part for each endpoint, at most.
  expect((await taken.execute()).length).toBeLessThan(512 + 100)
  await slow.close()
})
