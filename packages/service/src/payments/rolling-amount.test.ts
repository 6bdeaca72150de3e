import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('several payments count together, whatever their currencies: nobody gets a threshold for each', async () => {
  const merchant = await service.withFreshToken()
  const buyer = { id: randomUUID(), email: 'ada@example.com' }
  for (const currency of ['USD', 'EUR'] as const) {
    const { page, errorCode } = await order(service, { merchant, buyer, currency, amount: '200.00' })
    expect(errorCode).toBeNull()
    expect(await page.pay()).toMatchObject({ step: 'approved' })
  }
  for (const currency of ['USD', 'EUR'] as const) {
    expect((await order(service, { merchant, buyer, currency, amount: '100.00' })).errorCode).toBeNull()
    expect((await order(service, { merchant, buyer, currency, amount: '100.01' })).errorCode).toBe('ERR06')
  }
})

test('counts by when it was approved, however long before it was asked for', async () => {
  const buyer = { id: randomUUID(), email: 'ada@example.com' }
  const { page } = await order(service, { buyer, amount: '400.00' })
  service.clock.advance(29 * 60_000)
  expect(await page.pay()).toMatchObject({ step: 'approved' })
  const errorCodeAfter = async (ms: number) => {
    service.clock.advance(ms)
    const merchant = await service.withFreshToken()
    return (await order(service, { merchant, buyer, amount: '200.00' })).errorCode
  }
  expect(await errorCodeAfter(24 * 3_600_000 - 1)).toBe('ERR06')
  expect(await errorCodeAfter(1)).toBeNull()
})

test('payments of one wallet count together, however its address is spelled', async () => {
  const buyerOf = (address: string) => ({ wallet: { address, blockchain: 'ethereum' } })
  const merchant = await service.withFreshToken()
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  const { page } = await order(service, { merchant, buyer: buyerOf(address), amount: '400.00' })
  expect(await page.pay()).toMatchObject({ step: 'approved' })
  const spellings = [
    address,
    address.toLowerCase(),
    `${address}\u200b`,
    address.replace('0x', '0\u00adx'),
    address.replace('7', '７'),
  ]
  for (const spelling of spellings)
    expect((await order(service, { merchant, buyer: buyerOf(spelling), amount: '200.00' })).errorCode).toBe('ERR06')
  const chain = { wallet: { address, blockchain: 'Ethereum\u200b ' } }
  expect((await order(service, { merchant, buyer: chain, amount: '200.00' })).errorCode).toBe('ERR06')
})
