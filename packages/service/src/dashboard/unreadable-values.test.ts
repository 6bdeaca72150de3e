import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitDashboard, visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.each([
  ['listBans', 'addBan', 'bans', 'value_encrypted'],
  ['listFlaggedWallets', 'flagWallet', 'flagged_wallets', 'address_encrypted'],
] as const)(
  'in %s, a value that cannot be read is an empty one beside the others',
  async (list, add, table, column) => {
    const operator = await visitDashboard(service, null)
    await operator.act(add, { value: randomUUID() })
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = 'unreadable'`.execute(service.deps.db)
    service.clock.advance(1)
    const value = randomUUID()
    await operator.act(add, { value })
    const { values } = await operator.read(list)
    expect(values.map((row) => row.value)).toEqual([value, ''])
  },
)

test('an identity check is listed without an e-mail address that cannot be read', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  await giveEmail(await startKycSession(service, 1, { merchant, wallet: { address, blockchain: 'ethereum' } }))
  await service.deps.db
    .updateTable('kyc_customers')
    .set({ email_encrypted: Buffer.from('unreadable') })
    .where('merchant_id', '=', merchant.merchantId)
    .execute()
  const { checks } = await visitor.read('listIdentityChecks')
  expect(checks).toMatchObject([{ state: 'approved', email: null, wallet: '0x71…976F' }])
})
