import { expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { startDeliveryRig } from '../../test/delivery-rig.ts'
import { answer, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { watchResults } from '../../test/watch-results.ts'
import { createLogger } from '../platform/log.ts'
import { Dispatcher } from './dispatcher.ts'
import { createSender } from './sender.ts'

test('the circuit stays open where attempts end, and time passes, while the worker looks for what waits', async () => {
  const { db, close } = await openTestDatabase()
  const rig = await startDeliveryRig(db, { workers: 0 })
  const failing = await startFaultEndpoint()
  const held: (() => void)[] = []
  failing.behave((...exchange) => held.push(() => answer(500)(...exchange)))
  let whileLooking = () => Promise.resolve()
  const onAttempt = vi.fn<() => void>()
  const worker = new Dispatcher({
    ...rig,
    db: watchResults(db, async (rows) => {
      if (rows.some((row) => 'isEnabled' in row)) await whileLooking()
    }),
    log: createLogger('silent'),
    sender: createSender({ allowPrivate: true }),
    random: () => 0.5,
    onAttempt,
  })
  worker.start()
  const subscription = await rig.subscribe(failing.url)
  const record = async () => {
    await rig.approve()
    worker.wake()
  }
  for (let event = 0; event < 5; event += 1) await record()
  await expect.poll(() => held.length).toBe(5)

  whileLooking = async () => {
    whileLooking = () => Promise.resolve()
    rig.clock.advance(1)
    for (const fail of held) fail()
    await expect.poll(() => onAttempt).toHaveBeenCalledTimes(5)
  }
  await record()
  const attempts = async () => (await rig.deliveries(subscription)).map((delivery) => delivery.attempts.length)
  await expect.poll(attempts).toEqual([0, 1, 1, 1, 1, 1])
  expect(failing.received).toHaveLength(5)
  rig.clock.advance(1_000)
  worker.wake()
  await expect.poll(() => failing.received).toHaveLength(6)

  await worker.stop(0)
  await failing.close()
  await rig.close()
  await close()
})
