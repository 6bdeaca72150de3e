import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../test/databases.ts'
import { type DeliveryRig, startDeliveryRig } from '../../test/delivery-rig.ts'
import { startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { watchResults } from '../../test/watch-results.ts'
import { createLogger } from '../platform/log.ts'
import { claimDue } from './claim-store.ts'
import { Dispatcher, type DispatcherOptions } from './dispatcher.ts'
import { createSender } from './sender.ts'

/** A worker that is told what waits only after `meanwhile`. */
const startWorker = (
  rig: DeliveryRig,
  meanwhile: () => Promise<void>,
  onAttempt: DispatcherOptions['onAttempt'] = () => {},
): Dispatcher => {
  const worker = new Dispatcher({
    ...rig,
    db: watchResults(rig.db, async (rows) => {
      if (rows.some((row) => 'isEnabled' in row)) await meanwhile()
    }),
    log: createLogger('silent'),
    sender: createSender({ allowPrivate: true }),
    random: () => 0.5,
    onAttempt,
  })
  worker.start()
  return worker
}

// The embedded database has one connection, which can be held.
test.runIf(testDatabase === 'embedded')(
  'a worker that has waited long for its connection takes nothing that another one has in its hands by then',
  async () => {
    const { db, close } = await openTestDatabase()
    const rig = await startDeliveryRig(db, { workers: 0 })
    const sink = await startFaultEndpoint()
    const id = await rig.subscribe(sink.url)
    await rig.approve()
    const lease = randomUUID()
    /** As when the process is halted for a quarter of an hour, and another one goes on. */
    const takeMeanwhile = (hasBegun: () => void) =>
      db.transaction().execute(async (transaction) => {
        hasBegun()
        // The worker has come to where it waits.
        await setImmediate()
        rig.clock.advance(15 * 60_000)
        const now = rig.clock.now()
        const leaseUntil = new Date(now.getTime() + 30_000)
        const wanted = [{ merchantId: rig.merchantId, id, capacity: 8 }]
        return claimDue(transaction, { now, lease, leaseUntil, wanted })
      })
    let taking: ReturnType<typeof takeMeanwhile> | undefined
    const worker = startWorker(rig, () => new Promise((resolve) => (taking ??= takeMeanwhile(resolve))))
    await expect.poll(() => taking !== undefined).toBe(true)
    expect(await taking).toMatchObject([{ subscriptionId: id, isNext: true }])
    await worker.stop(0)
    expect(await db.selectFrom('webhook_queue').select('lease').execute()).toEqual([{ lease }])
    expect(sink.received).toEqual([])
    await rig.close()
    await sink.close()
    await close()
  },
)

test.runIf(testDatabase === 'embedded')(
  'a worker takes nothing up anew of which it has not written down yet how it ended, however long that waits',
  async () => {
    const { db, close } = await openTestDatabase()
    const rig = await startDeliveryRig(db, { workers: 0 })
    const sink = await startFaultEndpoint()
    let answer = () => {}
    sink.behave((response) => (answer = () => void response.end()))
    await rig.subscribe(sink.url)
    await rig.approve()
    const ended: string[] = []
    let holding: Promise<void> | undefined
    /** As when the database is slow: the attempt ends, and its lease as well, before the worker's next look is answered. */
    const endMeanwhile = (hasBegun: () => void) =>
      db.transaction().execute(async () => {
        hasBegun()
        await setImmediate()
        answer()
        await expect.poll(() => ended).toHaveLength(1)
        rig.clock.advance(31_000)
      })
    const holdOnce = async () => {
      if (sink.received.length === 1 && holding === undefined)
        await new Promise<void>((resolve) => (holding = endMeanwhile(resolve)))
    }
    const worker = startWorker(rig, holdOnce, ({ failure }) => void ended.push(String(failure)))
    await expect.poll(() => sink.received).toHaveLength(1)
    worker.wake()
    await expect.poll(() => holding !== undefined).toBe(true)
    await holding
    await expect.poll(() => db.selectFrom('webhook_queue').select('step').execute()).toEqual([])
    await worker.stop(0)
    expect(sink.received).toHaveLength(1)
    await rig.close()
    await sink.close()
    await close()
  },
)
