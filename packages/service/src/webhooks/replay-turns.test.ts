import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { approvalEvent } from '../../test/events.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { recordEvents } from './outbox.ts'
import { createSubscription } from './subscriptions.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.runIf(testDatabase === 'postgres' && !isTwofold)(
  'the attack of many replays in one moment takes one connection, and the others of the merchant wait for their turn',
  async () => {
    const { deps } = service
    const [eve, ada] = [await service.createMerchant(), await service.createMerchant()]
    const subscription = { merchantId: eve.merchantId, endpoint: 'http://127.0.0.1:9/', description: '' } as const
    const { id } = await createSubscription(deps, { ...subscription, status: 'enabled' })
    const missed = Array.from({ length: 20 }, () => approvalEvent(eve.merchantId, deps.clock.now()))
    await recordEvents(deps.db, missed)
    const replay = () =>
      service.post(`/notifications/v1/subscriptions/${id}/replay?since=2026-01-01T00:00:00Z`, undefined, {
        token: eve.token,
      })
    const replays = await deps.db.transaction().execute(async (holding) => {
      await sql`select from webhook_queue where merchant_id = ${eve.merchantId} for update`.execute(holding)
      const begun = Array.from({ length: 40 }, replay)
      await expect.poll(() => someoneWaitsFor(holding)).toBe(true)
      let errorCode: string | null | undefined
      void order(service, { merchant: ada }).then((intent) => ({ errorCode } = intent))
      // Asked without a pause: who holds a row and says nothing for long is sent away.
      await expect.poll(async () => (await someoneWaitsFor(holding)) && errorCode).toBe(null)
      return begun
    })
    const statuses = (await Promise.all(replays)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array<number>(21).fill(200), ...Array<number>(19).fill(429)])
  },
)
