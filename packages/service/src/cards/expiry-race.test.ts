import { afterAll, beforeAll, expect, test } from 'vitest'
import { widgetBuyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { outcomesOf } from '../../test/session-facts.ts'
import { type StoredIntent, storeIntents } from '../../test/stored-intent.ts'
import { expireIntents } from './expire-intents.ts'

const MINUTES_30_MS = 30 * 60_000
const RACES = 1_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Each up to 20 places before or after its own, so that some are paid in time, some late, and some just then. */
const outOfOrder = (intents: readonly StoredIntent[]): StoredIntent[] =>
  intents
    .map((intent, index) => ({ intent, place: index + ((index * 7) % 41) - 20 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ intent }) => intent)

test(
  `${RACES} approvals raced with expiry end in one final status and one event each`,
  { timeout: 240_000 },
  async () => {
    // A millisecond apart, as the approvals are: each expires in the middle of the others.
    const intents = await storeIntents(service, RACES, { apartMs: 1 })
    service.clock.advance(MINUTES_30_MS - 1)
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
    await expect.poll(async () => [...(await outcomesOf(service, intents)).statuses.values()]).not.toContain('Created')

    const { statuses, events } = await outcomesOf(service, intents)
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
