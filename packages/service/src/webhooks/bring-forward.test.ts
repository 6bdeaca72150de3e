import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/databases.ts'
import { approvalEvent, approve } from '../../test/events.ts'
import { answer } from '../../test/fault-endpoint.ts'
import { notificationsFixture } from '../../test/notifications.ts'
import { watchResults } from '../../test/watch-results.ts'
import type { Executor } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { bringForward } from './bring-forward.ts'
import { claimDue } from './claim-store.ts'
import { recordEvent } from './outbox.ts'
import { makeDue } from './put-off-store.ts'
import { LONGEST_PAUSE_MS } from './retry-rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const given = notificationsFixture()

const arrived = () => given.endpoint.received.map(({ headers }) => headers['webhook-id'])
const record = (executor: Executor = given.service.deps.db) =>
  recordEvent(executor, approvalEvent(given.merchant.merchantId, given.service.clock.now()))
/** Records an event as it comes to be in the queue: no worker takes it before. */
const recordAs = (queued: Updateable<Tables['webhook_queue']>): Promise<string> =>
  given.service.deps.db.transaction().execute(async (transaction) => {
    const event = await record(transaction)
    await transaction.updateTable('webhook_queue').set(queued).where('event_id', '=', event).execute()
    return event
  })
const look = async () => {
  await bringForward(given.service.deps)
  given.service.deps.wakeDeliveries()
}
const dueTimes = async () => {
  const queued = given.service.deps.db.selectFrom('webhook_queue').select('due_at')
  const rows = await queued.where('merchant_id', '=', given.merchant.merchantId).execute()
  return rows.map(({ due_at: dueAt }) => dueAt.getTime() - given.service.clock.now().getTime())
}

test('an event that was recorded before the clock was set back is delivered', async () => {
  const { id } = await given.notifications.create({ endpoint: given.endpoint.url })
  const event = await record()
  await given.notifications.advance(-11 * MINUTE_MS)
  await bringForward(given.service.deps, () => true)
  expect(await dueTimes()).toEqual([11 * MINUTE_MS])
  await look()
  await given.notifications.delivered(id, 1)
  expect(arrived()).toEqual([event])
})

test('a delivery that was to be tried again is, where the clock has been set back by days since', async () => {
  const { id } = await given.notifications.create({ endpoint: given.endpoint.url })
  given.endpoint.behave(answer(500), answer(200))
  const event = await approve(given.service.deps, given.merchant.merchantId)
  await expect.poll(async () => (await given.notifications.deliveries(id)).deliveries[0]?.attempts.length).toBe(1)
  await given.notifications.advance(-2 * DAY_MS)
  await look()
  await given.notifications.delivered(id, 1)
  expect(arrived()).toEqual([event, event])
})

// The embedded database has one connection, which can be held.
test.runIf(testDatabase === 'embedded')(
  'what others have in their hands stays there where the connection was waited for for long',
  async () => {
    await given.notifications.create({ endpoint: given.endpoint.url })
    const { deps, clock } = given.service
    const lease = randomUUID()
    let looking: Promise<void> | undefined
    const event = await deps.db.transaction().execute(async (transaction) => {
      looking = bringForward(deps)
      await setImmediate()
      // As when the process is halted for a quarter of an hour, and another one goes on.
      clock.advance(15 * MINUTE_MS)
      const id = await record(transaction)
      const leased = { lease, leased_until: new Date(clock.now().getTime() + 30_000) }
      await transaction.updateTable('webhook_queue').set(leased).where('event_id', '=', id).execute()
      return id
    })
    await looking
    const queued = deps.db.selectFrom('webhook_queue').select('lease').where('event_id', '=', event)
    expect(await queued.execute()).toEqual([{ lease }])
  },
)

test('what others had in their hands is taken up, where the clock has been set back since', async () => {
  const { id } = await given.notifications.create({ endpoint: given.endpoint.url })
  const leasedUntil = new Date(given.service.clock.now().getTime() + 30_000)
  const event = await recordAs({ lease: randomUUID(), leased_until: leasedUntil })
  await given.notifications.advance(-DAY_MS)
  await look()
  await given.notifications.delivered(id, 1)
  expect(arrived()).toEqual([event])
})

test('what a worker that died had taken by a clock that was far ahead is taken up', async () => {
  const { id } = await given.notifications.create({ endpoint: given.endpoint.url })
  const farAhead = new Date(given.service.clock.now().getTime() + DAY_MS)
  const event = await recordAs({ lease: randomUUID(), leased_until: farAhead })
  await look()
  await given.notifications.delivered(id, 1)
  expect(arrived()).toEqual([event])
})

test('what waits for its time after an attempt goes on waiting, where the clock has been set back since', async () => {
  await given.notifications.create({ endpoint: given.endpoint.url })
  const dueInMs = LONGEST_PAUSE_MS - 11 * MINUTE_MS
  await recordAs({ step: 9, due_at: new Date(given.service.clock.now().getTime() + dueInMs) })
  await given.notifications.advance(-11 * MINUTE_MS)
  await bringForward(given.service.deps)
  expect(await dueTimes()).toEqual([LONGEST_PAUSE_MS])
})

test('no more than a batch is made due at once, however many subscriptions wait', async () => {
  // What other tests have left to wait would be made due as well.
  await given.service.deps.db.deleteFrom('webhook_queue').execute()
  for (let count = 0; count < 3; count += 1) await given.notifications.create({ endpoint: given.endpoint.url })
  await record()
  const earlier = (minutes: number) => new Date(given.service.clock.now().getTime() - minutes * MINUTE_MS)
  const putOff = { now: earlier(2), latestEvent: earlier(1), latestDue: new Date('9999-12-31'), limit: 2 }
  const made = []
  for (let time = 0; time < 3; time += 1) made.push(await makeDue(given.service.deps.db, putOff))
  expect(made).toEqual([2, 1, 0])
})

test('what stands back for an earlier delivery about the same is left to stand back', async () => {
  const { id } = await given.notifications.create({ endpoint: given.endpoint.url })
  const { db, clock } = given.service.deps
  const { merchantId } = given.merchant
  const intentId = randomUUID()
  for (let count = 0; count < 2; count += 1) await recordEvent(db, approvalEvent(merchantId, clock.now(), intentId))
  await given.notifications.advance(-11 * MINUTE_MS)
  const claims: Promise<unknown>[] = []
  const claimBetween = watchResults(db, () => {
    const now = clock.now()
    const leaseUntil = new Date(now.getTime() + MINUTE_MS)
    const wanted = [{ id, merchantId, capacity: 2 }]
    // Not waited for: it takes the connection before the next statement does.
    if (claims.length < 5) claims.push(claimDue(db, { now, leaseUntil, lease: randomUUID(), wanted }))
  })
  await bringForward({ db: claimBetween, clock })
  expect(claims).toHaveLength(2)
  await Promise.all(claims)
})
