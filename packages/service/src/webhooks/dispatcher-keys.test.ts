import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { startDeliveryRig } from '../../test/delivery-rig.ts'
import { startFaultEndpoint } from '../../test/fault-endpoint.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

test('a subscription whose signing key cannot be read keeps no other from its deliveries, and gets its own once it can', async () => {
  const { db } = database
  const rig = await startDeliveryRig(db)
  const [lost, well] = [await startFaultEndpoint(), await startFaultEndpoint()]
  const subscription = await rig.subscribe(lost.url)
  await rig.subscribe(well.url)
  const ofLost = db.selectFrom('webhook_keys').select('key_encrypted').where('subscription_id', '=', subscription)
  const { key_encrypted } = await ofLost.executeTakeFirstOrThrow()
  const write = (bytes: Buffer) =>
    db.updateTable('webhook_keys').set({ key_encrypted: bytes }).where('subscription_id', '=', subscription).execute()
  await write(Buffer.from('unreadable'))
  for (let count = 0; count < 40; count += 1) await rig.approve()
  await expect.poll(() => well.received.length).toBe(40)
  expect(lost.received).toEqual([])
  const told = rig.logs.map((line) => JSON.parse(line) as Record<string, unknown>)
  const waiting = told.filter(({ msg }) => msg === 'webhooks wait whose signing key cannot be read')
  expect(waiting[0]).toMatchObject({ subscription_id: subscription, err: { code: 'secret_unreadable' } })
  expect(waiting.length).toBeLessThanOrEqual(5)
  await write(key_encrypted)
  await expect.poll(() => (rig.advance(5_000), lost.received.length)).toBe(40)
  await rig.close()
  await Promise.all([lost.close(), well.close()])
})
