import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { widgetBuyer } from '../../test/buyer.ts'
import { someoneWaits, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { recordedEvents, recordedTypes, storedStatus } from '../../test/session-facts.ts'
import { storeIntent, type StoredIntent } from '../../test/stored-intent.ts'
import { moveIntent } from '../payments/finalise.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { expireIntentNow, expireIntents } from './expire-intents.ts'

const MINUTES_30_MS = 30 * 60_000
const RACES = 1_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const outcomesOf = async (intents: readonly StoredIntent[]) => {
  const ids = intents.map(({ id }) => id)
  const { db } = service.deps
  const rows = await db.selectFrom('payment_intents').select(['id', 'status']).where('id', 'in', ids).execute()
  const events = await db.selectFrom('webhook_events').select(['subject', 'type']).where('subject', 'in', ids).execute()
  return { statuses: new Map(rows.map(({ id, status }) => [id, status])), events }
}

describe('decisions.md §3: an intent expires 30 minutes after creation', () => {
  test('by the sweep, with one event that tells the merchant what it was', async () => {
    const intent = await storeIntent(service, { reference: 'order-7' })
    service.clock.advance(MINUTES_30_MS - 1)
    expect(await expireIntents(service.deps)).toBe(0)
    service.clock.advance(1)
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

  test('unless it was approved or declined, or never was one', async () => {
    const approved = await storeIntent(service)
    await widgetBuyer(service, approved).pay()
    const refused = await storeIntent(service, { status: 'Refused', errorCode: 'ERR01' })
    service.clock.advance(MINUTES_30_MS)
    expect(await expireIntents(service.deps)).toBe(0)
    expect(await recordedTypes(service, approved.id)).toEqual(['payment_approved'])
    expect(await recordedTypes(service, refused.id)).toEqual([])
  })

  test('and has its event delivered at once; a sweep that finds nothing wakes nobody', async () => {
    let woken = 0
    const deps = { ...service.deps, wakeDeliveries: () => (woken += 1) }
    await storeIntent(service)
    await expireIntents(deps)
    expect(woken).toBe(0)
    const { id } = await storeIntent(service)
    expect(await expireIntentNow(deps, id)).toBeUndefined()
    expect(woken).toBe(1)
    await expireIntentNow(deps, id)
    expect(woken).toBe(1)
    expect(await recordedTypes(service, id)).toEqual(['payment_expired'])
    expect(await storedStatus(service, id)).toBe('Expired')
  })

  test('once, however many processes sweep', async () => {
    const intents: StoredIntent[] = []
    for (let count = 0; count < 450; count += 1) intents.push(await storeIntent(service))
    service.clock.advance(MINUTES_30_MS)
    await Promise.all(Array.from({ length: 4 }, () => expireIntents(service.deps)))
    const { statuses, events } = await outcomesOf(intents)
    expect([...statuses.values()]).toEqual(intents.map(() => 'Expired'))
    expect(events.map(({ subject }) => subject).toSorted()).toEqual(intents.map(({ id }) => id).toSorted())
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
    await expect.poll(async () => isOver || (await someoneWaits(db))).toBe(true)
  })
  await expiring
  expect(await recordedTypes(service, intent.id)).toEqual(['payment_approved'])
  expect(await storedStatus(service, intent.id)).toBe('Approved')
})

/** Each up to 20 places before or after its own, so that some are paid in time, some late, and some just then. */
const outOfOrder = (intents: readonly StoredIntent[]): StoredIntent[] =>
  intents
    .map((intent, index) => ({ intent, place: index + ((index * 7) % 41) - 20 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ intent }) => intent)

test(
  `issue 3: ${RACES} approvals raced with expiry end in one final status and one event each`,
  { timeout: 240_000 },
  async () => {
    const intents: StoredIntent[] = []
    for (let count = 0; count < RACES; count += 1) {
      intents.push(await storeIntent(service))
      // A millisecond apart, as the approvals are: each expires in the middle of the others.
      service.clock.advance(1)
    }
    service.clock.advance(MINUTES_30_MS - RACES - 1)
    const queue = outOfOrder(intents)
    const shown = new Map<string, string>()
    const payAll = async () => {
      for (let intent = queue.shift(); intent; intent = queue.shift()) {
        shown.set(intent.id, (await widgetBuyer(service, intent).pay()).step)
        service.clock.advance(1)
      }
    }
    const sweepAll = async () => {
      while (queue.length > 0) await expireIntents(service.deps)
    }
    await Promise.all([...Array.from({ length: 20 }, payAll), sweepAll(), sweepAll()])
    service.clock.advance(MINUTES_30_MS)
    await expireIntents(service.deps)
    // The service's own sweep, which the clock has woken too, may hold the last rows that this one has passed over.
    await expect.poll(async () => [...(await outcomesOf(intents)).statuses.values()]).not.toContain('Created')

    const { statuses, events } = await outcomesOf(intents)
    expect(events).toHaveLength(RACES)
    expect(new Set(events.map(({ subject }) => subject)).size).toBe(RACES)
    for (const { subject, type } of events) {
      const approved = type === 'payment_approved'
      expect(statuses.get(subject)).toBe(approved ? 'Approved' : 'Expired')
      expect(shown.get(subject)).toBe(approved ? 'approved' : 'expired')
    }
    expect(new Set(statuses.values())).toEqual(new Set(['Approved', 'Expired']))
  },
)
