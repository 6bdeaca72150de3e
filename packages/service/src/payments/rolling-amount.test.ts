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
  const buyer = { id: randomUUID(), email: 'ada@example.com' }
  for (const currency of ['USD', 'EUR'] as const) {
    const { page, errorCode } = await order(service, { buyer, currency, amount: '200.00' })
    expect(errorCode).toBeNull()
    expect(await page.pay()).toMatchObject({ step: 'approved' })
  }
  for (const currency of ['USD', 'EUR'] as const) {
    expect((await order(service, { buyer, currency, amount: '100.00' })).errorCode).toBeNull()
    expect((await order(service, { buyer, currency, amount: '100.01' })).errorCode).toBe('ERR06')
  }
})
