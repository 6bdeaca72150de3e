import type * as serviceModule from '@coinslot/service'
import type { WebhookEvent } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { PURCHASE, rejectionOf } from '../../test/fixtures.ts'
import { createClient } from '../client.ts'
import { createHandler } from '../handler.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import type { ServiceModule } from './service-module.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ returnUrl: 'https://shop.test/thanks' })
})
afterAll(() => sandbox.stop())

const create = (email = 'ada@example.com') => sandbox.client.intents.create({ ...PURCHASE, buyer: { email } })
const created = async () => {
  const { data } = await create()
  if (data.error_code !== null) throw new Error(`no payable intent: ${data.error_code}`)
  return data
}
const statusOf = async (id: string) => (await sandbox.client.payments.statuses([id])).data[0]?.status

describe('a sandbox', () => {
  test('is the service that is installed', () => {
    expectTypeOf<typeof serviceModule>().toExtend<ServiceModule>()
    expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  test.each([
    ['approved', 'approved', 'Approved'],
    ['approved-after-challenge', 'approved', 'Approved'],
  ] as const)('lets a buyer pay with a card that is %s', async (card, step, status) => {
    const intent = await created()
    const buyer = await sandbox.buyer(intent)
    expect((await buyer.view()).step).toBe('pay')
    expect((await buyer.pay(card)).step).toBe(step)
    expect(await statusOf(intent.payment_intent_id)).toBe(status)
  })

  test.each(['declined', 'declined-after-challenge'] as const)(
    'refuses a card that is %s, and takes another',
    async (card) => {
      const intent = await created()
      const buyer = await sandbox.buyer(intent)
      expect(await buyer.pay(card)).toMatchObject({ step: 'pay', refused: true, attempts_left: 2 })
      expect(await statusOf(intent.payment_intent_id)).toBe('Created')
      expect((await buyer.pay()).step).toBe('approved')
    },
  )

  test('goes on while a test of the shop has timers that stand still', async () => {
    vi.useFakeTimers()
    try {
      const intent = await created()
      const buyer = await sandbox.buyer(intent)
      expect((await buyer.pay('approved-after-challenge')).step).toBe('approved')
      expect(await statusOf(intent.payment_intent_id)).toBe('Approved')
    } finally {
      vi.useRealTimers()
    }
  })

  test('declines where the buyer leaves after a refusal', async () => {
    const intent = await created()
    const buyer = await sandbox.buyer(intent)
    await buyer.pay('declined')
    expect((await buyer.close()).step).toBe('declined')
    expect(await statusOf(intent.payment_intent_id)).toBe('Declined')
  })

  test('lets the hosted page be paid', async () => {
    const { data } = await sandbox.client.intents.createRedirect(PURCHASE)
    const buyer = await sandbox.buyer(data)
    expect(await buyer.pay('approved-after-challenge')).toMatchObject({
      step: 'approved',
      return_url: 'https://shop.test/thanks',
    })
    expect(await rejectionOf(sandbox.buyer(data))).toMatchObject({ message: 'The redirect was refused with 401' })
  })

  test('says what a buyer is to be given in place of the answer around it, or of nothing', async () => {
    for (const given of [await create(), undefined])
      expect(await rejectionOf(sandbox.buyer(given as never))).toMatchObject({
        message: 'A buyer is given the data of an answer, the whole of it',
      })
  })

  test('verifies a buyer before the payment, and for its own sake', async () => {
    const gated = await sandbox.client.intents.create({ ...PURCHASE, buyer: { email: 'kyc@shop.test' } })
    const buyer = await sandbox.buyer(gated.data)
    expect((await buyer.verify()).step).toBe('pay')
    expect((await buyer.pay()).step).toBe('approved')
    const verification = {
      action: { level: 3, type: 'OCC_RULES_ENGINE' },
      customer: { wallet: { address: '0x2', blockchain: 'ethereum' } },
    } as const
    const { data } = await sandbox.client.kyc.start(verification)
    const rejected = await (await sandbox.buyer(data)).verify({ fullName: 'Ada Reject' })
    expect(rejected.step).toBe('kyc_rejected')
  })

  test('lets intents expire without waiting', async () => {
    const intent = await created()
    await sandbox.expireIntents()
    expect(await statusOf(intent.payment_intent_id)).toBe('Expired')
  })

  test('outlives the access token', async () => {
    sandbox.clock.advance(2 * 60 * 60_000)
    expect((await create()).status).toBe(201)
  })

  test.each([Number.NaN, Infinity, undefined, '60000'])(
    'has a clock that %s cannot move, and that stands where it was then',
    async (ms) => {
      expect(() => sandbox.clock.advance(ms as never)).toThrow(/milliseconds/)
      expect((await create()).status).toBe(201)
    },
  )

  test('gives the four outcomes', async () => {
    const wallet = { address: '0xbad', blockchain: 'ethereum' }
    const flagged = await sandbox.client.intents.create({ ...PURCHASE, buyer: { wallet } })
    const sanctioned = await sandbox.client.intents.create(PURCHASE, { headers: { 'x-sandbox-country': 'KP' } })
    const outcomes = [await create(), await create('banned@x.test'), await create('kyc@x.test'), flagged, sanctioned]
    expect(outcomes.map(({ data, status }) => [status, data.error_code])).toEqual([
      [201, null],
      [200, 'ERR01'],
      [201, 'ERR06'],
      [200, 'ERR15'],
      [200, 'ERR03'],
    ])
  })

  test.each(['CU', 'IR', 'KP', 'SY'])('refuses whom a service without settings does: %s', async (country) => {
    const { data } = await sandbox.client.intents.create(PURCHASE, { headers: { 'x-sandbox-country': country } })
    expect(data.error_code).toBe('ERR03')
  })
})

describe('a handler under test', () => {
  test('is told of what the buyer did, by the service’s own webhooks', async () => {
    await using shop = await startSandbox()
    const events: WebhookEvent[] = []
    const handler = createHandler({ ...shop.handlerOptions, onEvent: (event) => void events.push(event) })
    const { subscription } = await shop.receive(handler)
    expect((await shop.client.subscriptions.test(subscription.id)).data).toMatchObject({
      delivered: true,
      status_code: 200,
    })
    const approved = await shop.client.intents.create({ ...PURCHASE, reference: 'order-1' })
    await (await shop.buyer(approved.data)).pay()
    await vi.waitUntil(() => events.length === 2, { timeout: 60_000 })
    await shop.client.intents.create({ ...PURCHASE, reference: 'order-2' })
    await shop.expireIntents()
    await vi.waitUntil(() => events.length === 3, { timeout: 60_000 })
    expect(events).toMatchObject([
      { type: 'webhook_test' },
      { type: 'payment_approved', data: { reference: 'order-1', amount: '9.99', status: 'Approved' } },
      { type: 'payment_expired', data: { reference: 'order-2' } },
    ])
  })

  test('verifies what each of two shops hears that listen', async () => {
    await using shop = await startSandbox()
    const receive = () => shop.receive(createHandler({ ...shop.handlerOptions, onEvent: () => {} }))
    for (const { subscription } of [await receive(), await receive()]) {
      const { data } = await shop.client.subscriptions.test(subscription.id)
      expect(data).toMatchObject({ delivered: true, status_code: 200 })
    }
  })
})

describe('the client against the service', () => {
  test('gets the same intent again by its key, and a conflict for another body', async () => {
    const first = await create()
    const again = { ...PURCHASE, buyer: { email: 'ada@example.com' }, idempotency_key: first.idempotencyKey }
    const replay = await sandbox.client.intents.create(again)
    expect([replay.body, replay.replayed]).toEqual([first.body, true])
    const other = sandbox.client.intents.create({ ...again, currency: 'EUR' })
    expect(await rejectionOf(other)).toMatchObject({ code: 'conflict', businessCode: 4 })
  })

  test('learns which field is wrong', async () => {
    const items = [{ id: 'a', title: 'A', amount: '9.999' }]
    expect(await rejectionOf(sandbox.client.intents.create({ ...PURCHASE, items }))).toMatchObject({
      code: 'invalid_request',
      businessCode: 2,
      fields: [{ path: 'items.0.amount', rule: expect.stringContaining('two decimals') }],
    })
  })

  test('is refused with a wrong secret, without a permission and for another merchant’s intent', async () => {
    const { clientId } = sandbox.credentials
    const stranger = createClient({ clientId, clientSecret: 'wrong', baseUrl: sandbox.baseUrl })
    expect(await rejectionOf(stranger.intents.create(PURCHASE))).toMatchObject({ code: 'authentication_failed' })
    const { client } = await sandbox.createClient({ permissions: ['payments'] })
    const intent = await created()
    const kyc = {
      action: { level: 1, type: 'OCC_RULES_ENGINE' },
      customer: { wallet: { address: '0x1', blockchain: 'x' } },
    } as const
    expect(await rejectionOf(client.kyc.start(kyc))).toMatchObject({ code: 'permission_denied' })
    expect(await rejectionOf(client.payments.statuses([intent.payment_intent_id]))).toMatchObject({ code: 'not_found' })
  })

  test('reads the manifest where the widget is built', async () => {
    const answer = await sandbox.client.widget.manifest().catch((error: unknown) => error)
    expect([200, 404]).toContain(Object(answer).status)
  })
})
