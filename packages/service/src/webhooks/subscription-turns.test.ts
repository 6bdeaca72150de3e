import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** A merchant whose subscription has missed something, and a way to ask for something of it. */
const merchantWithSubscription = async () => {
  const { deps } = service
  const { merchantId, token } = await service.createMerchant()
  const subscription = { merchantId, endpoint: 'http://127.0.0.1:9/', description: '', status: 'enabled' } as const
  const { id } = await createSubscription(deps, subscription)
  const missed = Array.from({ length: 20 }, () => approvalEvent(merchantId, deps.clock.now()))
  await recordEvents(deps.db, missed)
  const ask = (what: string) => service.post(`/notifications/v1/subscriptions/${id}/${what}`, undefined, { token })
  return { merchantId, ask }
}

describe.runIf(testDatabase === 'postgres' && !isTwofold)('the attack of forty requests in one moment', () => {
  test.each([
    ['replays', 'replay?since=2026-01-01T00:00:00Z', 'webhook_queue'],
    ['ends', 'disable', 'webhook_subscriptions'],
    ['begins', 'enable', 'merchants'],
    ['renews the key of', 'rotate-key', 'webhook_subscriptions'],
  ])('that %s a subscription takes one connection, and the others wait for their turn', async (_what, path, held) => {
    const { merchantId, ask } = await merchantWithSubscription()
    if (path === 'enable') await ask('disable')
    const ofMerchant = held === 'merchants' ? sql`id = ${merchantId}` : sql`merchant_id = ${merchantId}`
    const answers = await service.deps.db.transaction().execute(async (holding) => {
      await sql`select from ${sql.table(held)} where ${ofMerchant} for no key update`.execute(holding)
      let answered = 0
      const asked = Array.from({ length: 40 }, () => ask(path).finally(() => (answered += 1)))
      await expect.poll(() => someoneWaitsFor(holding)).toBe(true)
      let errorCode: string | null | undefined
      void order(service).then((intent) => ({ errorCode } = intent))
      // Asked without a pause: who holds a row and says nothing for long is sent away.
      await expect.poll(async () => (await someoneWaitsFor(holding)) && errorCode).toBe(null)
      // One has its turn and twenty wait for theirs.
      await expect.poll(async () => (await someoneWaitsFor(holding)) && answered).toBe(19)
      return asked
    })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    const taken = path === 'rotate-key' ? 9 : 21
    expect(statuses.toSorted()).toEqual([...Array<number>(taken).fill(200), ...Array<number>(40 - taken).fill(429)])
  })
})
