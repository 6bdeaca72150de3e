import { expect, onTestFinished, test } from 'vitest'
import { Primary } from '../chaos/primary.ts'
import { createClient } from '../src/auth/create-client.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createdId, orderCoins, signIn } from './backend.ts'
import { testDatabase } from './databases.ts'
import { startQuietService } from './quiet-service.ts'

const CLIENTS = 3
const INTENTS_BETWEEN = 10

test.runIf(testDatabase === 'postgres')(
  'a standby that takes over has all that was acknowledged; until then the service is not ready, and nothing is restarted',
  async () => {
    const primary = await Primary.start()
    onTestFinished(() => primary.stop())
    const service = await startQuietService(primary.urlBy(await primary.newAddress()))
    onTestFinished(() => service.stop())
    const credentials = await createClient(service.deps.db, systemClock, { merchant: 'Failover' })
    const token = await signIn(service.address, credentials)

    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const create = async (): Promise<void> => {
      const answer = await orderCoins(service.address, token)
      statuses.add(answer.status)
      if (answer.status === 201) acknowledged.push(createdId(answer))
    }
    let isOver = false
    const load = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) await create()
    })
    const endLoad = async () => {
      isOver = true
      await Promise.all(load)
    }
    onTestFinished(endLoad)
    const moreIntents = async () => {
      const target = acknowledged.length + INTENTS_BETWEEN
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(target)
    }
    const readiness = async () => (await fetch(`${service.address}/readyz`)).status

    await moreIntents()
    await primary.failOver({
      whileFollowed: moreIntents,
      whileLost: () => expect.poll(readiness, { timeout: 30_000 }).toBe(503),
      movesFirst: true,
    })
    await moreIntents()
    await expect.poll(readiness).toBe(200)
    await endLoad()
    expect(statuses).toEqual(new Set([201, 503]))
    const stored = await service.deps.db.selectFrom('payment_intents').select('id').execute()
    const ids = new Set(stored.map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  },
  120_000,
)
