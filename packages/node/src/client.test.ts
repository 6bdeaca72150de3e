import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientOf, PURCHASE, rejectionOf } from '../test/fixtures.ts'
import {
  failure,
  INTENT_BODY,
  INTENT_ID,
  INTENT_PATH,
  json,
  KYC_PATH,
  MANIFEST,
  MANIFEST_PATH,
  REDIRECT_PATH,
  startStubService,
  STATUSES_PATH,
  type StubService,
  SUBSCRIPTIONS_PATH,
  TOKEN_PATH,
} from '../test/stub-service.ts'
import { systemClock } from './clock.ts'

let service: StubService
beforeEach(async () => {
  service = await startStubService()
})
afterEach(() => service.close())

describe('arguments that no request can be made of', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle

  test.each<[string, (client: ReturnType<typeof clientOf>) => Promise<unknown>]>([
    ['headers', ({ widget }) => widget.manifest({ requestId: 'order 7\r\nx: y' })],
    ['headers', ({ widget }) => widget.manifest({ headers: { 'x-shop': '☂' } })],
    ['headers', ({ widget }) => widget.manifest({ headers: { 'x shop': 'a' } })],
    ['body', ({ intents }) => intents.create({ ...PURCHASE, cycle } as never)],
    ['body', ({ intents }) => intents.create({ ...PURCHASE, count: 7n } as never)],
  ])('are told by the name %s, and nothing is sent', async (path, call) => {
    const error = await rejectionOf(call(clientOf(service)))
    expect(error).toMatchObject({ code: 'invalid_request', fields: [{ path }] })
    expect(service.requests.filter((request) => request.path !== TOKEN_PATH)).toEqual([])
  })

  test('but a header may hold what is past ASCII, as a byte, and one that is undefined is left out', async () => {
    const given = { 'X-Shop': 'Café', 'x-none': undefined, 'X-Request-Id': 'not this', Accept: 'text/html' }
    await clientOf(service).widget.manifest({ headers: given as never, requestId: 'order-7' })
    const headers = service.to(MANIFEST_PATH)[0]?.headers
    expect(headers).toMatchObject({ 'x-shop': 'Café', 'x-request-id': 'order-7', accept: 'application/json' })
    expect(headers).not.toHaveProperty('x-none')
  })
})

describe('intents', () => {
  test('leaves it to the service to say what plain JavaScript has left out', async () => {
    for (const given of [undefined, {}, { ...PURCHASE, items: PURCHASE.items[0] }]) {
      service.next(INTENT_PATH, failure(400, 'items: must hold exactly one item'))
      const error = await rejectionOf(clientOf(service).intents.create(given as never))
      expect(error).toMatchObject({ code: 'invalid_request', fields: [{ path: 'items' }] })
    }
  })

  test('sends letters of several bytes whole', async () => {
    const items = PURCHASE.items.map((item) => ({ ...item, title: 'Münzen ☂ 🪙' }))
    await clientOf(service).intents.create({ ...PURCHASE, items })
    expect(JSON.parse(service.to(INTENT_PATH)[0]?.body ?? '')).toMatchObject({ items })
  })

  test('leaves it to the service to refuse a key that is empty: another would be a new one at each call', async () => {
    await clientOf(service).intents.create({ ...PURCHASE, idempotency_key: '' })
    expect(JSON.parse(service.to(INTENT_PATH)[0]?.body ?? '')).toMatchObject({ idempotency_key: '' })
  })

  test('creates an intent with a token, the defaults and the same key as it reports', async () => {
    const answer = await clientOf(service).intents.create({ ...PURCHASE, reference: undefined })
    const [request] = service.to(INTENT_PATH)
    expect(request?.headers.authorization).toBe('Bearer token-1')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...PURCHASE,
      transaction_type: 'BUY_VDA',
      idempotency_key: answer.idempotencyKey,
    })
    expect(answer).toMatchObject({ status: 201, attempts: 1, replayed: false })
    expect(answer.data.error_code === null && answer.data.payment_intent_id).toBe(INTENT_ID)
  })

  test('keeps the body byte for byte, and fields it does not know', async () => {
    const answer = await clientOf(service).intents.create(PURCHASE)
    expect(answer.body).toBe(INTENT_BODY)
    expect(answer.data).toEqual(JSON.parse(INTENT_BODY).data)
  })

  test.each([
    ['ERR06', 201, { payment_intent_id: INTENT_ID }],
    ['ERR01', 200, {}],
    ['ERR03', 200, {}],
    ['ERR15', 200, {}],
    ['ERR77', 200, {}],
  ])('hands on the outcome %s', async (error_code, status, extra) => {
    const data = { flow: 'PAYMENT', error_code, widget_data: 'x', notes: [], ...extra }
    service.always(INTENT_PATH, json(status, { data }))
    const answer = await clientOf(service).intents.create(PURCHASE)
    expect(answer).toMatchObject({ status, data })
  })

  test.each([
    ['no envelope', { flow: 'PAYMENT' }],
    ['an intent without its id', { data: { flow: 'PAYMENT', error_code: null, widget_data: 'x', notes: [] } }],
    ['no widget data', { data: { flow: 'PAYMENT', error_code: 'ERR01', notes: [] } }],
    ['an empty error code', { data: { flow: 'PAYMENT', error_code: '', widget_data: 'x', notes: [] } }],
    ['text that is no JSON', '{"data":'],
  ])('refuses an answer with %s', async (_, body) => {
    service.always(INTENT_PATH, json(201, body))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(error).toMatchObject({ code: 'invalid_answer', operation: 'createIntent', status: 201 })
  })

  test('creates a redirect and says when it was replayed', async () => {
    const redirect_url = 'https://pay.test/pay/1?redirect_token=t'
    service.always(REDIRECT_PATH, json(201, { data: { redirect_url } }, { 'idempotent-replayed': 'true' }))
    const answer = await clientOf(service).intents.createRedirect({ ...PURCHASE, idempotency_key: 'mine' })
    expect(answer).toMatchObject({ data: { redirect_url }, idempotencyKey: 'mine', replayed: true })
  })
})

describe('payments.statuses', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

  test('asks in batches of 100 and keeps the order', async () => {
    const asked = ids(950)
    const { data, requestIds } = await clientOf(service).payments.statuses(asked)
    expect(data.map((entry) => entry.payment_intent_id)).toEqual(asked)
    const sizes = service.to(STATUSES_PATH).map((request) => JSON.parse(request.body).payment_intent_ids.length)
    expect(sizes.sort((a, b) => a - b)).toEqual([50, ...Array(9).fill(100)])
    expect(requestIds).toHaveLength(10)
  })

  test('asks for four batches at once at most', async () => {
    let underWay = 0
    const together: number[] = []
    const counting: typeof fetch = async (input, init) => {
      together.push((underWay += 1))
      return fetch(input, init).finally(() => (underWay -= 1))
    }
    await clientOf(service, { fetch: counting }).payments.statuses(ids(950))
    expect(Math.max(...together)).toBe(4)
  })

  test('asks for each intent once', async () => {
    const { data } = await clientOf(service).payments.statuses([INTENT_ID, INTENT_ID.toUpperCase(), INTENT_ID])
    expect(data).toEqual([{ payment_intent_id: INTENT_ID, status: 'Approved' }])
  })

  test('sends nothing for no ids', async () => {
    expect((await clientOf(service).payments.statuses([])).data).toEqual([])
    expect(service.requests).toEqual([])
  })

  test('refuses what is no list, and leaves what is no id to the service', async () => {
    const { payments } = clientOf(service)
    for (const wrong of [undefined, null, 7, { payment_intent_ids: ids(1) }])
      expect(await rejectionOf(payments.statuses(wrong as never))).toMatchObject({
        code: 'invalid_request',
        fields: [{ path: 'payment_intent_ids', rule: 'must be a list' }],
      })
    expect(service.requests).toEqual([])
    service.always(STATUSES_PATH, failure(400))
    expect(await rejectionOf(payments.statuses([7] as never))).toMatchObject({ code: 'invalid_request', status: 400 })
    expect(JSON.parse(service.to(STATUSES_PATH)[0]?.body ?? '')).toEqual({ payment_intent_ids: [7] })
  })

  test('leaves out a batch that is nobody’s while another is the merchant’s', async () => {
    service.next(STATUSES_PATH, failure(404))
    const { data } = await clientOf(service).payments.statuses(ids(150))
    expect([50, 100]).toContain(data.length)
  })

  test('ends all batches with the call', async () => {
    const signal = AbortSignal.abort('enough')
    expect(await rejectionOf(clientOf(service).payments.statuses(ids(150), { signal }))).toMatchObject({
      code: 'aborted',
    })
  })

  test('is not found where no batch is the merchant’s', async () => {
    service.always(STATUSES_PATH, failure(404))
    expect(await rejectionOf(clientOf(service).payments.statuses(ids(150)))).toMatchObject({ code: 'not_found' })
  })
})

describe('kyc and widget', () => {
  test('starts a verification', async () => {
    const request = {
      action: { level: 2, type: 'OCC_RULES_ENGINE' },
      customer: { wallet: { address: '0x1', blockchain: 'ethereum' } },
    } as const
    const answer = await clientOf(service).kyc.start(request)
    expect(JSON.parse(service.to(KYC_PATH)[0]?.body ?? '')).toEqual(request)
    expect(answer.data).toEqual({ flow: 'KYC_OCC', error_code: null, widget_data: 'eyJ4IjoxfQ' })
  })

  test('reads the manifest and names the script', async () => {
    const { widget } = clientOf(service)
    const { data } = await widget.manifest()
    expect(data).toEqual(MANIFEST)
    expect(widget.scriptUrl(data)).toBe(`${service.url}/widget/payments-widget-1.2.3.js`)
  })

  test('reads the manifest of the hosted service, and refuses a name outside its folder', async () => {
    const hosted = { file_name: 'forte-payments-widget-6.6.2.js', integrity: { ...MANIFEST.integrity, type: 'sha384' } }
    service.next(MANIFEST_PATH, json(200, { data: hosted }))
    const { widget } = clientOf(service)
    expect((await widget.manifest()).data).toEqual(hosted)
    service.next(MANIFEST_PATH, json(200, { data: { ...MANIFEST, file_name: '../evil.js' } }))
    expect(await rejectionOf(widget.manifest())).toMatchObject({ code: 'invalid_answer' })
  })
})

describe('subscriptions', () => {
  const id = '6f0e8a3c-1a53-4c0b-9a35-1d5f4f0f8a11'
  const subscription = {
    id,
    description: '',
    endpoint: 'https://shop.test/hook',
    signing_key: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    status: 'enabled',
    version: '1',
  }

  test.each([
    ['create', 'POST', '', 201],
    ['update', 'PATCH', `/${id}`, 200],
    ['enable', 'POST', `/${id}/enable`, 200],
    ['disable', 'POST', `/${id}/disable`, 200],
    ['rotateKey', 'POST', `/${id}/rotate-key`, 200],
  ] as const)('%s is %s %s', async (operation, method, path, status) => {
    service.always(SUBSCRIPTIONS_PATH + path, json(status, { data: subscription }))
    const { subscriptions } = clientOf(service)
    const change = { endpoint: 'https://shop.test/hook' }
    const calls = {
      create: () => subscriptions.create(change),
      update: () => subscriptions.update(id, change),
      enable: () => subscriptions.enable(id),
      disable: () => subscriptions.disable(id),
      rotateKey: () => subscriptions.rotateKey(id),
    }
    expect((await calls[operation]()).data).toEqual(subscription)
    const [request] = service.to(SUBSCRIPTIONS_PATH + path)
    expect(request?.method).toBe(method)
    expect(request?.headers).toMatchObject({ 'content-length': String(request?.body.length) })
  })

  test.each(['', '.', '..', '\ud800', undefined as unknown as string])(
    'are not asked for by %j, which is no part of a path',
    async (wrong) => {
      const { subscriptions } = clientOf(service)
      const error = await rejectionOf(subscriptions.replayDelivery(id, wrong))
      expect(error).toMatchObject({ code: 'invalid_request', fields: [{ path: 'delivery_id', rule: 'must be an id' }] })
      expect(await rejectionOf(subscriptions.delete(wrong))).toMatchObject({ message: 'id: must be an id' })
      expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
    },
  )

  test('are not replayed since a time that is none', async () => {
    const error = await rejectionOf(clientOf(service).subscriptions.replay(id, new Date('yesterday')))
    expect(error).toMatchObject({ code: 'invalid_request', fields: [{ path: 'since', rule: 'must be a valid Date' }] })
  })

  test.each([
    ['the 15 seconds of the endpoint, and five more', undefined, 20_000],
    ['what the call gives it', { timeoutMs: 5_000 }, 5_000],
  ])('gives a test %s', async (_, options, ms) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const token = { data: { access_token: 'token-1', expires_in: 3600 } }
      const quiet = async (input: unknown) =>
        String(input).endsWith(TOKEN_PATH) ? Response.json(token, { status: 201 }) : new Promise<Response>(() => {})
      let ended: unknown
      const client = clientOf(service, { fetch: quiet, clock: systemClock })
      void rejectionOf(client.subscriptions.test(id, options)).then((error) => (ended = error))
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(ended).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(ended).toMatchObject({ code: 'timeout', attempts: 1 })
    } finally {
      vi.useRealTimers()
    }
  })

  test('takes types of events from a constant', async () => {
    service.always(SUBSCRIPTIONS_PATH, json(201, { data: subscription }))
    const event_types = ['payment_approved', 'payment_declined'] as const
    await clientOf(service).subscriptions.create({ endpoint: 'https://shop.example/webhook', event_types })
    expect(JSON.parse(service.to(SUBSCRIPTIONS_PATH)[0]?.body ?? '')).toMatchObject({ event_types })
  })

  test('lists, tests and deletes', async () => {
    service.always(SUBSCRIPTIONS_PATH, json(200, { data: [subscription] }))
    const result = { delivered: true, status_code: 204, duration_ms: 12 }
    service.always(`${SUBSCRIPTIONS_PATH}/${id}/test`, json(200, { data: result }))
    service.always(`${SUBSCRIPTIONS_PATH}/${id}`, (response) => response.writeHead(204).end())
    const { subscriptions } = clientOf(service)
    expect((await subscriptions.list()).data).toEqual([subscription])
    expect((await subscriptions.test(id)).data).toEqual(result)
    expect(await subscriptions.delete(id)).toMatchObject({ data: null, status: 204 })
  })

  test('reads deliveries by a filter, and asks for them again', async () => {
    const page = { deliveries: [], next_cursor: null }
    service.always(`${SUBSCRIPTIONS_PATH}/${id}/deliveries?limit=5&status=failed`, json(200, { data: page }))
    const since = '?since=2026-01-01T00%3A00%3A00.000Z'
    const replay = { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z', reached: '2026-01-02T00:00:00Z' }
    service.always(
      `${SUBSCRIPTIONS_PATH}/${id}/replay${since}`,
      json(200, { data: { replayed: 1_000, replay: { ...replay, queued: 1_000 } } }),
    )
    const { subscriptions } = clientOf(service)
    expect((await subscriptions.deliveries(id, { limit: 5, status: 'failed', cursor: null as never })).data).toEqual(
      page,
    )
    service.always(`${SUBSCRIPTIONS_PATH}/${id}/deliveries?limit=0`, failure(400, 'limit: must be at least 1'))
    expect(await rejectionOf(subscriptions.deliveries(id, { limit: 0 }))).toMatchObject({ code: 'invalid_request' })
    const replayed = await subscriptions.replay(id, new Date('2026-01-01T00:00:00Z'))
    expect([replayed.data.replayed, replayed.data.replay?.queued]).toEqual([1_000, 1_000])
  })
})

describe('the hosted service’s answers', () => {
  test.each([
    ['an envelope', { data: { access_token: 'live', expires_in: 3600, token_type: 'Bearer' } }],
    ['no envelope', { access_token: 'live', expires_in: 3600, token_type: 'bearer' }],
    ['expires_in as a text', { data: { access_token: 'live', expires_in: '3600', token_type: 'Bearer' } }],
    ['no expires_in', { data: { access_token: 'live' } }],
    ['the older name', { data: { access: 'live', expires_in: 3600 } }],
  ])('takes a token answer of 200 with %s', async (_, body) => {
    service.always(TOKEN_PATH, json(200, body))
    await clientOf(service).intents.create(PURCHASE)
    expect(service.to(INTENT_PATH)[0]?.headers.authorization).toBe('Bearer live')
  })

  test('takes a success status that the contract does not name', async () => {
    service.always(REDIRECT_PATH, json(200, { data: { redirect_url: 'https://pay.test/1' } }))
    expect((await clientOf(service).intents.createRedirect(PURCHASE)).status).toBe(200)
    service.always(REDIRECT_PATH, json(200, { data: { redirect_url: 'nowhere' } }))
    const error = await rejectionOf(clientOf(service).intents.createRedirect(PURCHASE))
    expect(error).toMatchObject({ code: 'invalid_answer', status: 200 })
  })
})
