import { randomUUID } from 'node:crypto'
import { operations } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { withoutTable } from '../../test/without-table.ts'
import { findClient, holdClientCount, insertClient, updateClient } from './client-store.ts'
import { createClient } from './create-client.ts'
import { listMerchants } from './merchant-store.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('the merchant of a new client', () => {
  test('is another one although it has the name of one that exists', async () => {
    const first = await service.createMerchant({ merchant: 'Twice' })
    const second = await service.createMerchant({ merchant: 'Twice' })
    expect(second.merchantId).not.toBe(first.merchantId)
    const body = { description: '', endpoint: 'http://127.0.0.1:9/hook' }
    await service.post(operations.createSubscription.path, body, { token: first.token })
    const seenBy = async ({ token }: TestMerchant) =>
      (await service.request(operations.listSubscriptions.path, { token })).json?.data
    expect(await seenBy(first)).toMatchObject([body])
    expect(await seenBy(second)).toEqual([])
  })

  test('is one that exists where its id is given, in any case', async () => {
    const { merchantId } = await service.createMerchant()
    expect(await service.createMerchant({ merchant: merchantId.toUpperCase() })).toMatchObject({ merchantId })
  })

  test('has to exist where an id is given', async () => {
    await expect(createClient(service.deps.db, service.clock, { merchant: randomUUID() })).rejects.toMatchObject({
      code: 'unknown_merchant',
    })
  })
})

test('a merchant whose client cannot be made is not made either', async () => {
  const { db } = service.deps
  await withoutTable(db, 'clients', async () => {
    await expect(createClient(db, service.clock, { merchant: 'Half made' })).rejects.toThrow('clients')
  })
  expect((await listMerchants(db)).map(({ name }) => name)).not.toContain('Half made')
})

test('a change of one client leaves the others as they are', async () => {
  const { db } = service.deps
  const [one, other] = [
    await service.createMerchant(),
    await service.createMerchant({ returnUrl: 'https://b.example/' }),
  ]
  expect(await updateClient(db, one.clientId, { returnUrl: 'https://a.example/' })).toBe(true)
  expect((await findClient(db, one.clientId))?.returnUrl).toBe('https://a.example/')
  expect((await findClient(db, other.clientId))?.returnUrl).toBe('https://b.example/')
})

test('a change of a client leaves what is not said of it as it is', async () => {
  const { db } = service.deps
  const { clientId } = await service.createMerchant({ origins: ['https://a.example'], returnUrl: 'https://a.example/' })
  await updateClient(db, clientId, { returnUrl: 'https://b.example/' })
  expect(await findClient(db, clientId)).toMatchObject({ origins: ['https://a.example'] })
  await updateClient(db, clientId, { origins: ['https://b.example'] })
  expect(await findClient(db, clientId)).toMatchObject({
    origins: ['https://b.example'],
    returnUrl: 'https://b.example/',
  })
})

test.runIf(testDatabase === 'postgres')(
  'a merchant has no more clients than it may, where another is made in the same moment',
  async () => {
    const { db, clock } = service.deps
    const { merchantId } = await service.createMerchant()
    const one = { merchantId, secretHash: Buffer.alloc(32), permissions: [], origins: [], returnUrl: null }
    let end: unknown
    await db.transaction().execute(async (transaction) => {
      expect(await holdClientCount(transaction, merchantId)).toBe(1)
      await insertClient(transaction, { ...one, id: randomUUID(), createdAt: clock.now() })
      const another = createClient(db, clock, { merchant: merchantId, most: 2 })
      void another.catch((error: unknown) => error).then((ended) => (end = ended))
      await expect.poll(async () => end !== undefined || (await someoneWaitsFor(transaction))).toBe(true)
    })
    await expect.poll(() => end).toMatchObject({ status: 429 })
  },
)

test('a client without the permission for notifications reads no signing key', async () => {
  const { token } = await service.createMerchant({ permissions: ['payments', 'compliance'] })
  expect((await service.request(operations.listSubscriptions.path, { token })).status).toBe(403)
})
