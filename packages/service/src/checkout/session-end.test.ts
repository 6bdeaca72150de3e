import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, hostedBuyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order, orderRedirect, startKycSession } from '../../test/orders.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const look = async (page: Buyer) => (await page.send(CHECKOUT_PATHS.session)).status
const hosted = async () => {
  const merchant = await service.createMerchant()
  const url = await orderRedirect(service, { merchant })
  return hostedBuyer(service, url.pathname.split('/').at(-1) ?? '')
}

describe('the attack of reading a session for ever with the token of widget_data', () => {
  test.each([
    ['a paid intent', 30 * MINUTE_MS, async () => (await order(service)).page],
    ['a KYC session', DAY_MS, async () => startKycSession(service, 1)],
    ['the hosted page', 30 * MINUTE_MS, hosted],
  ])('%s can be looked at for a day after its end, and then no more', async (_name, lengthMs, open) => {
    const page = await open()
    service.clock.advance(lengthMs + DAY_MS - 1)
    expect(await look(page)).toBe(200)
    service.clock.advance(1)
    expect(await look(page)).toBe(401)
    expect((await page.send(CHECKOUT_PATHS.session, { method: 'POST', body: {} })).json?.error).toMatchObject({
      status: 401,
      message: 'This session is not valid; start again from the shop',
    })
    service.clock.advance(-lengthMs - DAY_MS)
  })

  test('the hosted page itself is gone with its session', async () => {
    const page = await hosted()
    expect((await page.send('')).status).not.toBe(401)
    service.clock.advance(30 * MINUTE_MS + DAY_MS)
    expect((await page.send('')).json?.error).toMatchObject({ status: 401 })
  })
})
