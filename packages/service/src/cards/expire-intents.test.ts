import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { widgetBuyer } from '../../test/buyer.ts'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { outcomesOf, recordedEvents, recordedTypes, storedStatus } from '../../test/session-facts.ts'
import { storeIntent, storeIntents } from '../../test/stored-intent.ts'
import { moveIntent } from '../payments/finalise.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { lockSubscription } from '../webhooks/subscription-store.ts'
import { createSubscription } from '../webhooks/subscriptions.ts'
import { expireIntentNow, expireIntents } from './expire-intents.ts'

const MINUTES_30_MS = 30 * 60_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
// What another test has left open falls due in none.
beforeEach(async () => {
  const open = service.deps.db.selectFrom('payment_intents').select('id').where('status', '=', 'Created')
  for (const { id } of await open.execute()) await expireIntentNow(service.deps, id)
})
afterAll(() => service.close())

/** How many more intents have expired by the table than by what operators read. */
const expiredButUncounted = async (): Promise<number> => {
  const query = service.deps.db.selectFrom('payment_intents').select('id').where('status', '=', 'Expired')
  const counted = await Promise.all(service.services.map(({ deps }) => deps.paymentMetrics.payments.get()))
  const expired = counted.flatMap(({ values }) => values).filter(({ labels }) => labels.status === 'Expired')
  return expired.reduce((left, { value }) => left - value, (await query.execute()).length)
}

describe('decisions.md §3: an intent expires 30 minutes after creation', () => {
  test('by the sweep, with one event that tells the merchant what it was', async () => {
    const intent = await storeIntent(service, { reference: 'order-7' })
    service.clock.advance(MINUTES_30_MS - 1)
    expect(await expireIntents(service.deps)).toBe(0)
    service.clock.advance(1)
    expect(await expireIntents(service.deps, () => true)).toBe(0)
    const afterSweeps = () => {
      service.clock.advance(5_000)
      return storedStatus(service, intent.id)
    }
    await expect.poll(afterSweeps).toBe('Expired')
    expect(await expireIntents(service.deps)).toBe(0)
    const events = await recordedEvents(service, intent.id)
    expect(events).toMatchObject([
      {
        type: 'payment_expired',
        data: {
          payment_intent_id: intent.id,
          status: 'Expired',
          reference: 'order-7',
          amount: '9.99',
          currency: 'USD',
          item_id: 'coins-100',
          buyer_id: 'buyer-7',
        },
      },
    ])
  })

  test('and each merchant is told of its own, where one sweep ends those of several', async () => {
    const other = await service.createMerchant()
    const intents = [await storeIntent(service), await storeIntent(service, { merchant: other })]
    service.clock.advance(MINUTES_30_MS)
    const told = async () => {
      const events = service.deps.db.selectFrom('webhook_events').select(['merchant_id', 'subject'])
      const about = intents.map(({ id }) => id)
      return (await events.where('subject', 'in', about).execute()).map((event) => [event.subject, event.merchant_id])
    }
    await expireIntents(service.deps)
    await expect.poll(told).toHaveLength(2)
    expect(Object.fromEntries(await told())).toEqual({
      [intents[0]?.id ?? '']: service.merchant.merchantId,
      [intents[1]?.id ?? '']: other.merchantId,
    })
  })

  test('unless it was approved or declined, or never was one', async () => {
    const approved = await storeIntent(service)
    await widgetBuyer(service, approved).pay()
    const refused = await storeIntent(service, { status: 'Refused', errorCode: 'ERR01' })
    service.clock.advance(MINUTES_30_MS)
    expect(await expireIntents(service.deps)).toBe(0)
    await expireIntentNow(service.deps, approved.id)
    expect(await storedStatus(service, approved.id)).toBe('Approved')
    expect(await recordedTypes(service, approved.id)).toEqual(['payment_approved'])
    expect(await recordedTypes(service, refused.id)).toEqual([])
  })

  test('and has its event delivered at once; a sweep that finds nothing wakes nobody', async () => {
    let woken = 0
    const uncounted = await expiredButUncounted()
    const deps = { ...service.deps, wakeDeliveries: () => (woken += 1) }
    await storeIntent(service)
    await expireIntents(deps)
    expect(woken).toBe(0)
    const { id } = await storeIntent(service)
    expect(await expireIntentNow(deps, id)).toBeUndefined()
    expect(woken).toBe(1)
    await expireIntentNow(deps, id)
    expect(woken).toBe(1)
    expect(await expiredButUncounted()).toBe(uncounted)
    expect(await recordedTypes(service, id)).toEqual(['payment_expired'])
    expect(await storedStatus(service, id)).toBe('Expired')
  })

  test('by the time at which that was written down, however long it had to wait', async () => {
    const [swept, ended] = [await storeIntent(service), await storeIntent(service)]
    const ending = expireIntentNow(service.deps, ended.id)
    service.clock.advance(MINUTES_30_MS)
    const sweeping = expireIntents(service.deps)
    service.clock.advance(90_000)
    const now = service.clock.now().toISOString()
    await Promise.all([ending, sweeping])
    for (const { id } of [swept, ended]) {
      await expect.poll(() => recordedEvents(service, id)).toMatchObject([{ created_at: now }])
    }
  })

  test('not at all where its event cannot be recorded', async () => {
    const { db } = service.deps
    const intent = await storeIntent(service)
    await sql`
      create function refuse_events() returns trigger language plpgsql as $$ begin raise exception 'no events'; end $$;
      create trigger refuse_events before insert on webhook_events for each row execute function refuse_events()
    `.execute(db)
    const expiring = await expireIntentNow(service.deps, intent.id).catch(String)
    await sql`drop function refuse_events cascade`.execute(db)
    expect(expiring).toContain('no events')
    expect(await storedStatus(service, intent.id)).toBe('Created')
  })

  test('once, however many processes sweep', async () => {
    const uncounted = await expiredButUncounted()
    const intents = await storeIntents(service, 450)
    service.clock.advance(MINUTES_30_MS)
    const swept = await Promise.all(Array.from({ length: 4 }, () => expireIntents(service.deps)))
    expect(Math.min(...swept)).toBeGreaterThanOrEqual(0)
    // The service's own sweep, which the clock has woken too, may hold the last rows that these have passed over.
    const left = async () => [...(await outcomesOf(service, intents)).statuses.values()]
    await expect.poll(left).not.toContain('Created')
    const { statuses, events } = await outcomesOf(service, intents)
    expect([...statuses.values()]).toEqual(intents.map(() => 'Expired'))
    expect(events.map(({ subject }) => subject).toSorted()).toEqual(intents.map(({ id }) => id).toSorted())
    await expect.poll(expiredButUncounted).toBe(uncounted)
  })
})

test.runIf(testDatabase === 'postgres')('an intent that is being approved is not expired', async () => {
  const { db, clock } = service.deps
  const intent = await storeIntent(service)
  let isOver = false
  let expiring: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (transaction) => {
    await moveIntent(transaction, await lockPayment(transaction, intent.id), 0, 'approve', clock.now())
    expiring = expireIntentNow(service.deps, intent.id).then(() => (isOver = true))
    await expect.poll(async () => isOver || (await someoneWaitsFor(transaction))).toBe(true)
  })
  await expiring
  expect(await recordedTypes(service, intent.id)).toEqual(['payment_approved'])
  expect(await storedStatus(service, intent.id)).toBe('Approved')
})

test.runIf(testDatabase === 'postgres')('an intent that somebody holds keeps no other from being expired', async () => {
  const { db } = service.deps
  const [held, other] = [await storeIntent(service), await storeIntent(service)]
  let isWaiting = false
  await db.transaction().execute(async (transaction) => {
    await lockPayment(transaction, held.id)
    service.clock.advance(MINUTES_30_MS)
    void expireIntents(service.deps).catch(() => undefined)
    const isExpired = async () => (await storedStatus(service, other.id)) === 'Expired'
    await expect.poll(async () => (isWaiting ||= await someoneWaitsFor(transaction)) || (await isExpired())).toBe(true)
  })
  expect(isWaiting).toBe(false)
})

test.runIf(testDatabase === 'postgres')(
  'a merchant whose subscription somebody holds keeps no intents of others from being expired, however many it has',
  async () => {
    const { deps, clock } = service
    const [owner, other] = [await service.createMerchant(), await service.createMerchant()]
    const endpoint = 'http://127.0.0.1:9/'
    const request = { merchantId: owner.merchantId, endpoint, description: '', status: 'enabled' } as const
    const subscription = { ...request, ...(await createSubscription(deps, request)) }
    const held = await storeIntents(service, 120, { merchant: owner })
    const theirs = await storeIntent(service, { merchant: other })
    let isWaiting = false
    await deps.db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, subscription)
      clock.advance(MINUTES_30_MS)
      void expireIntents(deps).catch(() => undefined)
      const isExpired = async () => (await storedStatus(service, theirs.id)) === 'Expired'
      await expect
        .poll(async () => (isWaiting ||= await someoneWaitsFor(transaction)) || (await isExpired()))
        .toBe(true)
    })
    expect(isWaiting).toBe(false)
    const theirStatuses = async () => {
      await expireIntents(deps)
      return [...(await outcomesOf(service, held)).statuses.values()]
    }
    // One sweep passes over the rows that another holds.
    await expect.poll(theirStatuses).toEqual(held.map(() => 'Expired'))
  },
)
