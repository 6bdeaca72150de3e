import type { ExpressionBuilder } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { startDeliveryRig } from '../../test/delivery-rig.ts'
import { startFaultEndpoint } from '../../test/fault-endpoint.ts'
import type { Tables } from '../db/tables.ts'
import { replaceKey } from './subscription-store.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

test('a subscription whose signing key cannot be read keeps no other from its deliveries, and gets its own once it can', async () => {
  const { db } = database
  const rig = await startDeliveryRig(db)
  const [lost, well] = [await startFaultEndpoint(), await startFaultEndpoint()]
  const subscription = await rig.subscribe(lost.url)
  await rig.subscribe(well.url)
  const at = rig.clock.now()
  const previousUntil = new Date(at.getTime() + 24 * 60 * 60_000)
  // The key before can be read, which the merchant may have left.
  await replaceKey(db, rig.secrets, { id: subscription, merchantId: rig.merchantId }, { at, previousUntil })
  const isCurrent = (where: ExpressionBuilder<Tables, 'webhook_keys'>) =>
    where.and([where('subscription_id', '=', subscription), where('expires_at', 'is', null)])
  const ofLost = db.selectFrom('webhook_keys').select('key_encrypted').where(isCurrent)
  const { key_encrypted } = await ofLost.executeTakeFirstOrThrow()
  const write = (bytes: Buffer) =>
    db.updateTable('webhook_keys').set({ key_encrypted: bytes }).where(isCurrent).execute()
  await write(Buffer.from('unreadable'))
  for (let count = 0; count < 40; count += 1) await rig.approve()
  await expect.poll(() => well.received.length).toBe(40)
  expect(lost.received).toEqual([])
  const told = rig.logs.map((line) => JSON.parse(line) as Record<string, unknown>)
  const waiting = told.filter(({ msg }) => msg === 'webhooks wait whose signing key cannot be read')
  expect(waiting[0]).toMatchObject({ subscription_id: subscription, err: { code: 'secret_unreadable' } })
  expect(waiting.length).toBeLessThanOrEqual(5)
  await write(key_encrypted)
  // By their ids: what is on its way as its lease ends, which is soon by this clock, is sent again.
  const arrived = () => new Set(lost.received.map(({ headers }) => headers['webhook-id'])).size
  await expect.poll(() => (rig.advance(5_000), arrived())).toBe(40)
  await rig.close()
  await Promise.all([lost.close(), well.close()])
})
