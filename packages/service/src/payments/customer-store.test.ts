import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { keepEarlierCustomer } from '../../test/earlier-customer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { customerKey } from './customer-key.ts'
import { carryCustomerOver } from './customer-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Always with letters of both cases. */
const newWallet = () => ({ address: `0xAb${randomBytes(19).toString('hex')}`, blockchain: 'ethereum' })
const inLowerCase = ({ address, blockchain }: ReturnType<typeof newWallet>) => ({
  address: address.toLowerCase(),
  blockchain,
})
const errorCodeOf = async (wallet: ReturnType<typeof newWallet>) =>
  (await order(service, { buyer: { wallet }, amount: '600.00' })).errorCode

test('a wallet that has passed an identity check is asked for no other, however its address is spelled', async () => {
  const wallet = newWallet()
  expect(await errorCodeOf(inLowerCase(wallet))).toBe('ERR06')
  const { page } = await order(service, { buyer: { wallet }, amount: '600.00' })
  await giveEmail(page)
  expect(await giveIdentity(page)).toMatchObject({ step: 'pay' })
  expect([await errorCodeOf(wallet), await errorCodeOf(inLowerCase(wallet))]).toEqual([null, null])
})

test('a customer of an earlier version is known to an intent, and in each spelling from then on', async () => {
  const wallet = newWallet()
  await keepEarlierCustomer(service, wallet)
  expect(await errorCodeOf(wallet)).toBeNull()
  expect(await errorCodeOf(inLowerCase(wallet))).toBeNull()
  expect(await errorCodeOf(wallet)).toBeNull()
})

test('a customer of an earlier version is known to an identity check, and in each spelling from then on', async () => {
  const wallet = newWallet()
  await keepEarlierCustomer(service, wallet)
  // Who is named by an external id is another customer.
  expect(await (await startKycSession(service, 2, { wallet })).view()).toMatchObject({ step: 'kyc_email' })
  const customer = { wallet }
  const body = { action: { level: 2, type: 'OCC_RULES_ENGINE' }, customer }
  expect((await service.post('/compliance/v2/kyc', body)).status).toBe(200)
  expect(await errorCodeOf(inLowerCase(wallet))).toBeNull()
})

test('a customer of today stays where an earlier version knew another spelling too', async () => {
  const wallet = newWallet()
  expect(await errorCodeOf(inLowerCase(wallet))).toBe('ERR06')
  const { page } = await order(service, { buyer: { wallet: inLowerCase(wallet) }, amount: '600.00' })
  await page.view()
  await keepEarlierCustomer(service, wallet)
  expect(await errorCodeOf(wallet)).toBe('ERR06')
})

test('a customer of an earlier version is not taken for a new one where the database takes no writes', async () => {
  const { db, secrets } = service.deps
  const { merchantId } = service.merchant
  const wallet = newWallet()
  await keepEarlierCustomer(service, wallet)
  const customerHash = secrets.hash(customerKey(merchantId, { wallet }))
  const onStandby = db.transaction().setAccessMode('read only')
  await expect(
    onStandby.execute((standby) =>
      carryCustomerOver(standby, secrets, { merchantId, customerHash, names: { wallet } }),
    ),
  ).rejects.toMatchObject({ code: '25006' })
})

// The embedded database has one connection: there, one waits for the other from the start.
test.runIf(testDatabase === 'postgres').each(['an intent', 'an identity check'])(
  'two spellings that an earlier version told apart are one customer for %s, though both come back at once',
  async (asked) => {
    const { merchantId } = service.merchant
    const wallet = newWallet()
    const other = { ...wallet, address: wallet.address.replace('0xAb', '0xaB') }
    await keepEarlierCustomer(service, wallet)
    await keepEarlierCustomer(service, other)
    const ask = async (): Promise<number> => {
      if (asked === 'an intent') return (await errorCodeOf(other)) === null ? 200 : 409
      const body = { action: { level: 2, type: 'OCC_RULES_ENGINE' }, customer: { wallet: other } }
      return (await service.post('/compliance/v2/kyc', body)).status
    }
    const { db, secrets } = service.deps
    let answered: Promise<number> | undefined
    await db.transaction().execute(async (transaction) => {
      const customerHash = secrets.hash(customerKey(merchantId, { wallet }))
      await carryCustomerOver(transaction, secrets, { merchantId, customerHash, names: { wallet } })
      answered = ask()
      await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
    })
    expect(await answered).toBe(200)
  },
)
