import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { type DeliveryRig, startDeliveryRig } from '../../test/delivery-rig.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'

const DELIVERED = { status: 'delivered', attempts: 1 }

describe.runIf(testDatabase === 'postgres')('a delivery that another transaction holds', () => {
  let database: TestDatabase
  let sink: FaultEndpoint
  let rig: DeliveryRig
  /** The first that was sent to `/held` is answered later. */
  let first: ServerResponse | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    first = undefined
    sink = await startFaultEndpoint()
    sink.behave((response, { url }) => {
      if (url === '/held' && first === undefined) first = response
      else response.end()
    })
    rig = await startDeliveryRig(database.db, { workers: 0 })
  })
  afterEach(async () => {
    await rig.close()
    await sink.close()
  })
  afterAll(() => database.close())

  /** Has the first answered, and something done, while somebody holds it in the queue. */
  const whileHeld = async (id: string, work: () => Promise<unknown>) => {
    await rig.approve()
    await expect.poll(() => first).toBeDefined()
    await rig.db.transaction().execute(async (holding) => {
      await sql`select from webhook_queue where subscription_id = ${id} for update`.execute(holding)
      first?.end()
      await work()
    })
  }
  const attemptsOf = async (id: string) =>
    (await rig.deliveries(id)).map(({ status, attempts }) => ({ status, attempts: attempts.length }))

  test('keeps no other waiting, and is written down once it is free', async () => {
    const [held, other] = [await rig.subscribe(new URL('/held', sink.url).href), await rig.subscribe(sink.url)]
    rig.startWorker()
    await whileHeld(held, async () => {
      await rig.approve()
      await expect.poll(() => attemptsOf(other)).toEqual([DELIVERED, DELIVERED])
      expect(await attemptsOf(held)).toContainEqual({ status: 'pending', attempts: 0 })
    })
    const afterwards = () => {
      rig.advance(0)
      return attemptsOf(held)
    }
    await expect.poll(afterwards).toEqual([DELIVERED, DELIVERED])
    expect(sink.received.filter(({ path }) => path === '/held')).toHaveLength(2)
  })

  test('keeps no worker from stopping, and is sent again once its lease is over', async () => {
    const held = await rig.subscribe(new URL('/held', sink.url).href)
    const worker = rig.startWorker()
    await whileHeld(held, () => worker.stop(1_000))
    rig.startWorker()
    const afterwards = () => {
      rig.advance(5_000)
      return attemptsOf(held)
    }
    await expect.poll(afterwards).toEqual([DELIVERED])
  })
})
