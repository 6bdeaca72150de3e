import type { CheckState } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { finishSession } from './finish.ts'
import { findCheckOfIntent, listChecks } from './history-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a payment’s check is its own, and none is another’s', async () => {
  const { db } = service.deps
  const gated = { buyer: { email: 'kyc@example.com' } }
  const [first, second, plain] = [await order(service, gated), await order(service, gated), await order(service)]
  for (const { page } of [first, second, plain]) await page.view()
  await giveEmail(second.page)
  await giveIdentity(second.page)
  expect(await findCheckOfIntent(db, first.intentId)).toMatchObject({ decidedAt: null })
  expect(await findCheckOfIntent(db, second.intentId)).toMatchObject({ decidedAt: service.clock.now() })
  expect(await findCheckOfIntent(db, plain.intentId)).toBeNull()
})

test('a check that is decided some time after it was sent off tells both times', async () => {
  const { deps, clock } = service
  const { intentId, page } = await order(service, { buyer: { email: 'kyc@example.com' } })
  await page.view()
  await giveEmail(page)
  await giveIdentity(page, 'Grace Pending')
  const submittedAt = clock.now()
  const { id } = (await findCheckOfIntent(deps.db, intentId)) ?? {}
  clock.advance(60_000)
  await finishSession(deps, id ?? '', 'approved')
  expect(await findCheckOfIntent(deps.db, intentId)).toMatchObject({ submittedAt, decidedAt: clock.now() })
})

test('a list of checks in one state holds those alone', async () => {
  const { db } = service.deps
  const merchant = await service.createMerchant()
  const idsIn = async (state: CheckState, now: Date) => {
    const page = { merchantIds: [merchant.merchantId], level: undefined, state, before: null, limit: 10 }
    return (await listChecks(db, { ...page, searchedRows: 100, now })).rows.map(({ externalId }) => externalId)
  }
  for (const externalId of ['open', 'submitted', 'approved'])
    await startKycSession(service, 1, { merchant, externalId })
  const sessions = () => db.updateTable('kyc_sessions').where('merchant_id', '=', merchant.merchantId)
  const at = service.clock.now()
  await sessions().set({ submitted_at: at }).where('external_id', '=', 'submitted').execute()
  await sessions().set({ submitted_at: at, outcome: 'approved' }).where('external_id', '=', 'approved').execute()
  const later = new Date(at.getTime() + 365 * 24 * 3_600_000)
  expect(await idsIn('open', at)).toEqual(['open'])
  expect(await idsIn('lapsed', at)).toEqual([])
  expect(await idsIn('open', later)).toEqual([])
  expect(await idsIn('lapsed', later)).toEqual(['open'])
  for (const now of [at, later]) {
    expect(await idsIn('submitted', now)).toEqual(['submitted'])
    expect(await idsIn('approved', now)).toEqual(['approved'])
  }
})
