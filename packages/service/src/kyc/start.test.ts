import { randomUUID } from 'node:crypto'
import { kycSchema, widgetDataSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestRequest, type TestService } from '../../test/harness.ts'
import { sealBan } from '../screening/screen.ts'
import { insertBan } from '../screening/list-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const wallet = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', blockchain: 'ethereum' }
const request = (change: Record<string, unknown> = {}, level: unknown = 2) => ({
  action: { level, type: 'OCC_RULES_ENGINE' },
  customer: { external_id: randomUUID(), wallet, ...change },
})
const start = (body: unknown, rest: TestRequest = {}) => service.post('/compliance/v2/kyc', body, rest)

describe('service.md, "POST /compliance/v2/kyc"', () => {
  test('answers 200 with what opens the widget', async () => {
    const answer = await start(request())
    expect(answer.status).toBe(200)
    const data = answer.data(kycSchema)
    expect(data).toMatchObject({ flow: 'KYC_OCC', error_code: null })
    const opened: unknown = JSON.parse(Buffer.from(data.widget_data ?? '', 'base64url').toString('utf8'))
    expect(widgetDataSchema.parse(opened)).toEqual({
      base_url: service.baseUrl,
      client_id: service.merchant.clientId,
      access_token: expect.stringMatching(/^v1\.kyc\./),
    })
  })

  test.each([1, 2, 3])('decisions.md §5: takes level %i, and a customer without external_id', async (level) => {
    expect((await start(request({ external_id: undefined }, level))).status).toBe(200)
  })

  test.each([
    ['action.level', request({}, 4)],
    ['action.level', request({}, '2')],
    ['action.type', { ...request(), action: { level: 1, type: 'OTHER' } }],
    ['customer.wallet', request({ wallet: undefined })],
    ['customer.wallet.address', request({ wallet: { blockchain: 'ethereum' } })],
    ['customer.external_id', request({ external_id: '' })],
  ])('decisions.md §1: names %s where it breaks a rule', async (field, body) => {
    const { error } = (await start(body)).json ?? {}
    expect(error).toMatchObject({ status: 400, reason: 'Bad Request', code: 2 })
    expect(error?.message.startsWith(`${field}: `)).toBe(true)
  })

  test.each(['external id', 'wallet'])(
    'decisions.md §5: is ERR01 by the %s alone of a customer who has both',
    async (by) => {
      const { db, secrets } = service.deps
      const customer = { external_id: randomUUID(), wallet: { address: `0x${randomUUID()}-0`, blockchain: 'polygon' } }
      const value = by === 'wallet' ? customer.wallet.address : customer.external_id
      await insertBan(db, sealBan(secrets, value), service.clock.now())
      const data = (await start(request(customer))).data(kycSchema)
      expect(data).toEqual({ flow: 'KYC_OCC', error_code: 'ERR01', widget_data: null })
    },
  )

  test('answers 403 to a client without the permission, and 404 where the product is not enabled', async () => {
    const lacking = await service.createMerchant({ permissions: ['payments'] })
    expect((await start(request(), { token: lacking.token })).json?.error).toMatchObject({ status: 403 })
    const without = await service.createMerchant()
    await service.deps.db
      .updateTable('merchants')
      .set({ compliance_enabled: false })
      .where('id', '=', without.merchantId)
      .execute()
    service.clock.advance(5_000)
    expect((await start(request(), { token: without.token })).json?.error).toMatchObject({ status: 404 })
    expect((await start(request(), { token: null })).json?.error).toMatchObject({ status: 401 })
  })

  test.each([
    ['ERR15', request({ wallet: { ...wallet, address: '0x12bad' } }), {}],
    ['ERR03', request(), { 'x-sandbox-country': 'KP' }],
  ])('decisions.md §5, §8: answers 200 with %s and no widget_data', async (error_code, body, headers) => {
    const answer = await start(body, { headers })
    expect(answer.status).toBe(200)
    expect(answer.data(kycSchema)).toEqual({ flow: 'KYC_OCC', error_code, widget_data: null })
  })

  test('decisions.md §5: answers 200 with ERR01 for a banned customer, and no widget_data', async () => {
    const { secrets, db } = service.deps
    const banned = 'player-666'
    await insertBan(db, sealBan(secrets, banned), service.clock.now())
    const answer = await start(request({ external_id: 'Player-666' }))
    expect(answer.status).toBe(200)
    expect(answer.data(kycSchema)).toEqual({ flow: 'KYC_OCC', error_code: 'ERR01', widget_data: null })
  })

  test('is not to be had in production without a provider, and says so', async () => {
    const production = await startTestService({ config: { mode: 'production', allowPrivateWebhooks: false } })
    const answer = await production.post('/compliance/v2/kyc', request())
    expect(answer.json?.error).toMatchObject({
      status: 503,
      message: 'Identity checks are not configured on this service',
    })
    await production.close()
  })
})
