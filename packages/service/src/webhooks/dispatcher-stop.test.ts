import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { startDeliveryRig } from '../../test/delivery-rig.ts'
import { startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { watchResults } from '../../test/watch-results.ts'
import { createLogger } from '../platform/log.ts'
import { Dispatcher } from './dispatcher.ts'
import { createSender } from './sender.ts'

test('a worker that is stopped while it takes deliveries begins none of them, and gives them back for another to take at once', async () => {
  const { db, close } = await openTestDatabase()
  const rig = await startDeliveryRig(db, { workers: 0 })
  const sink = await startFaultEndpoint()
  await rig.subscribe(sink.url)
  const id = await rig.approve()
  const stopping: Promise<void>[] = []
  const sender = createSender({ allowPrivate: true })
  let markBrokenOff = (): void => {}
  const brokenOff = new Promise<void>((resolve) => (markBrokenOff = resolve))
  const worker: Dispatcher = new Dispatcher({
    ...rig,
    db: watchResults(db, async (rows) => {
      if (rows.some((row) => 'isNext' in row)) stopping.push(worker.stop(0))
      // Where they go is known only once all that is under way has been broken off.
      if (rows.some((row) => 'keyId' in row)) await brokenOff
    }),
    log: createLogger('silent'),
    sender: {
      ...sender,
      abort: () => {
        sender.abort()
        markBrokenOff()
      },
    },
    random: () => 0.5,
  })
  worker.start()
  await expect.poll(() => stopping).toHaveLength(1)
  await stopping[0]
  expect(sink.received).toEqual([])
  rig.startWorker()
  await expect.poll(() => sink.received.map(({ headers }) => headers['webhook-id'])).toEqual([id])
  sender.close()
  await rig.close()
  await sink.close()
  await close()
})
