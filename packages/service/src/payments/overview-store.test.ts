import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { storeIntent, storeIntents } from '../../test/stored-intent.ts'
import { Openings } from './openings.ts'
import { findOpening } from './opening-store.ts'
import { countFunnel } from './overview-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('of more intents than are looked at, the latest of each merchant count', async () => {
  const from = service.clock.now()
  const { merchant } = service
  const other = await service.createMerchant()
  await storeIntents(service, 3)
  await storeIntent(service, { merchant: other, status: 'Approved' })
  service.clock.advance(1_000)
  await storeIntent(service, { status: 'Approved' })
  const merchantIds = [merchant.merchantId, other.merchantId]
  const counted = await countFunnel(service.deps.db, { merchantIds, from, now: service.clock.now() }, 1)
  expect(counted).toEqual({ created: 2, opened: 0, attempted: 0, approved: 2 })
})

test('that a buyer came as far as the checkout is noted however many have come before', async () => {
  const { deps } = service
  const openings = new Openings({ ...deps, config: { ...deps.config, dashboard: true } })
  for (let count = 0; count < 20_000; count += 1) openings.note(randomUUID())
  service.clock.advance(500)
  const { id } = await storeIntent(service)
  openings.note(id)
  await openings.close()
  expect(await findOpening(deps.db, id)).toEqual(service.clock.now())
})
