import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { walkPages } from '../../test/walk-pages.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('an identity check names its customer only as far as they recognise themselves', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  const session = await startKycSession(service, 1, { merchant, wallet: { address, blockchain: 'ethereum' } })
  const shown = async () => (await visitor.read('listIdentityChecks')).checks
  expect(await shown()).toMatchObject([{ state: 'open', submitted_at: null, email: null }])
  service.clock.advance(1_000)
  const submitted_at = service.clock.now().toISOString()
  await giveEmail(session)
  expect(await shown()).toMatchObject([
    { state: 'approved', submitted_at, email: 'g•••@example.com', wallet: '0x71…976F' },
  ])
})

test('identity checks are found by their level, and by where they stand', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  await giveEmail(await startKycSession(service, 1, { merchant }))
  service.clock.advance(1_000)
  await startKycSession(service, 2, { merchant })
  const found = async (query: Record<string, string>) =>
    (await visitor.read('listIdentityChecks', query)).checks.map(({ level, state }) => [level, state])
  expect(await found({ level: '1' })).toEqual([[1, 'approved']])
  expect(await found({ level: '2' })).toEqual([[2, 'open']])
  expect(await found({ state: 'approved' })).toEqual([[1, 'approved']])
  expect(await found({ state: 'open' })).toEqual([[2, 'open']])
})

test('identity checks that were begun in one moment are each on one page of the list', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const begun = ['player-1', 'player-2', 'player-3', 'player-4', 'player-5']
  for (const externalId of begun) await startKycSession(service, 1, { merchant, externalId })
  const found = await walkPages(async (cursor) => {
    const { checks, next_cursor: next } = await visitor.read('listIdentityChecks', { limit: '2', ...cursor })
    return { rows: checks, next }
  })
  expect(found.map(({ external_id }) => external_id).toSorted()).toEqual(begun)
})
