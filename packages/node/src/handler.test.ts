import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, PURCHASE } from '../test/fixtures.ts'
import {
  failure,
  INTENT_BODY,
  INTENT_PATH,
  json,
  KYC_PATH,
  reset,
  startStubService,
  type StubService,
} from '../test/stub-service.ts'
import { APPROVED, KEY } from '../test/webhook-fixtures.ts'
import { createHandler, type HandlerOptions } from './handler.ts'
import { signTestWebhook } from './sign-test-webhook.ts'

let service: StubService
let errors: unknown[]
beforeEach(async () => {
  service = await startStubService()
  errors = []
})
afterEach(() => service.close())

const handlerOf = (options: Partial<HandlerOptions> = {}) =>
  createHandler({
    client: clientOf(service, { retry: { maxRetries: 0 } }),
    resolveIntent: async (request) => {
      const { item } = Object(await request.json())
      return item === 'coins-1000' ? PURCHASE : new Response('{"error":"no such item"}', { status: 404 })
    },
    resolveKyc: () => ({
      action: { level: 1, type: 'OCC_RULES_ENGINE' },
      customer: { wallet: { address: '0x1', blockchain: 'ethereum' } },
    }),
    onError: (error) => errors.push(error),
    ...options,
  })

const request = (path: string, init: RequestInit = {}) => new Request(`https://shop.test/coinslot/${path}`, init)
const post = (path: string, headers: Record<string, string> = {}, body = '{"item":"coins-1000"}') =>
  request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

test.each([undefined, null])('a client that is %s is refused at once', (client) => {
  for (const none of [{ client }, client])
    expect(() => createHandler(none as never)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: 'client must be what createClient made' }),
    )
})

describe('POST intent', () => {
  test('answers with the service’s own bytes and status', async () => {
    const response = await handlerOf()(post('intent'))
    expect([response.status, await response.text()]).toEqual([201, INTENT_BODY])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  test('sells only what the resolver made: the page’s price does not count', async () => {
    await handlerOf()(post('intent', {}, '{"item":"coins-1000","items":[{"amount":"0.01"}],"amount":"0.01"}'))
    expect(JSON.parse(service.to(INTENT_PATH)[0]?.body ?? '').items).toEqual(PURCHASE.items)
  })

  test.each(['intent', 'webhook'])(
    'of %s tells whose fault it is where a middleware has read the body',
    async (path) => {
      const read = post(path)
      await read.json()
      const response = await handlerOf({ webhookKeys: KEY, onEvent: () => {} })(read)
      expect(response.status).toBe(500)
      expect(errors).toMatchObject([
        { code: 'invalid_configuration', message: expect.stringContaining('mount its handler first') },
      ])
    },
  )

  test('reads a request that a framework hands out through a proxy, as Next.js does', async () => {
    const get = (real: Request, name: keyof Request) => {
      const value: unknown = Reflect.get(real, name, real)
      return typeof value === 'function' ? value.bind(real) : value
    }
    const response = await handlerOf()(
      new Proxy(post('intent'), { get: (real, name) => get(real, name as keyof Request) }),
    )
    expect([response.status, await response.text()]).toEqual([201, INTENT_BODY])
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])(
    'takes a body of %s',
    async (type) => expect((await handlerOf()(post('intent', { 'content-type': type }))).status).toBe(201),
  )

  test.each([
    ['', '1'],
    ['2026-01-01T00:00:01.100Z', '2'],
  ])('says when to come again after "%s", and by what id the service knows the request', async (said, told) => {
    service.always(INTENT_PATH, failure(429, 'Slow down', { 'x-request-id': 'req-7', 'retry-after': said }))
    const { headers } = await handlerOf()(post('intent'))
    expect([headers.get('retry-after'), headers.get('x-request-id')]).toEqual([told, 'req-7'])
  })

  test('answers 503 with the id of its own request where the service is not reached, and no time to wait', async () => {
    service.always(INTENT_PATH, reset)
    const { status, headers } = await handlerOf()(post('intent'))
    expect([status, headers.get('retry-after')]).toEqual([503, null])
    expect(errors).toMatchObject([{ code: 'network_error', requestId: headers.get('x-request-id') }])
  })

  test('asks the service for nothing where the page has left meanwhile', async () => {
    const page = new AbortController()
    const resolveIntent = () => {
      page.abort()
      return PURCHASE
    }
    const { status, headers } = await handlerOf({ resolveIntent })(new Request(post('intent'), page))
    expect(service.requests).toEqual([])
    expect(errors).toMatchObject([{ code: 'aborted' }])
    expect([status, headers.get('x-request-id')]).toEqual([502, null])
  })

  test('answers a path with a slash at its end, which Next.js can be told to give every page', async () => {
    expect((await handlerOf()(post('intent/'))).status).toBe(201)
    expect((await handlerOf()(post('intent//'))).status).toBe(404)
  })

  test('keeps the status of an answer without an intent', async () => {
    const body = '{"data":{"flow":"PAYMENT","error_code":"ERR01","widget_data":"x","notes":[]}}'
    service.always(INTENT_PATH, json(200, body))
    const response = await handlerOf()(post('intent'))
    expect([response.status, await response.text()]).toEqual([200, body])
  })

  test('ends with the Response that the resolver gave', async () => {
    const response = await handlerOf()(post('intent', {}, '{"item":"moon"}'))
    expect([response.status, await response.text()]).toEqual([404, '{"error":"no such item"}'])
    expect(service.requests).toEqual([])
  })

  test.each([
    ['a form', post('intent', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['another type that begins so', post('intent', { 'content-type': 'application/jsonp' }), 415],
    ['another type that ends so', post('intent', { 'content-type': 'text/application/json' }), 415],
    ['no JSON', post('intent', {}, '{'), 400],
    ['a body that says it is too large', post('intent', { 'content-length': '70000' }), 413],
    ['GET', request('intent'), 405],
    ['another route', post('intent/more'), 404],
    ['a path beside the base', new Request('https://shop.test/coinslotintent', { method: 'POST' }), 404],
  ])('refuses %s', async (_, refused, status) => {
    const response = await handlerOf()(refused)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { status, message: expect.stringMatching(/\w{3}/) } })
    expect(service.requests).toEqual([])
  })

  test.each([
    [409, 409],
    [429, 429],
    [400, 502],
    [401, 502],
    [404, 502],
    [500, 503],
  ])('tells the page no more than it needs where the service answers %i: %i', async (from, to) => {
    service.always(INTENT_PATH, failure(from, 'items.0.amount: private', { 'retry-after': '7' }))
    const response = await handlerOf()(post('intent'))
    expect(response.status).toBe(to)
    const text = await response.text()
    expect(text).toContain('The payment service did not take the request')
    expect(text).not.toContain('private')
    expect(response.headers.get('retry-after')).toBe(to === 429 ? '7' : null)
    expect(errors).toMatchObject([{ status: from }])
  })

  test('reports what a resolver throws, and says nothing of it', async () => {
    const resolveIntent = () => {
      throw new Error('password of the database')
    }
    const response = await handlerOf({ resolveIntent })(post('intent'))
    const text = await response.text()
    expect([response.status, text.includes('password')]).toEqual([500, false])
    expect(text).toContain('the log of this server says why')
    expect(errors).toHaveLength(1)
  })

  test('reports what a resolver could not parse, which need not be the page’s body', async () => {
    const response = await handlerOf({ resolveIntent: () => JSON.parse('{"prices":') })(post('intent'))
    expect(response.status).toBe(400)
    expect(errors).toMatchObject([{ name: 'SyntaxError' }])
  })

  test('hands on what a resolver has fetched as its body is then: decoded', async () => {
    const refusal = '{"error":"log in"}'
    service.always('/login', (response) => {
      const body = gzipSync(refusal)
      response.setHeader('set-cookie', 'visit=1')
      response.writeHead(401, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body)
    })
    const response = await handlerOf({ resolveIntent: () => fetch(`${service.url}/login`) })(post('intent'))
    expect([response.status, await response.text()]).toEqual([401, refusal])
    expect(response.headers.get('set-cookie')).toBe('visit=1')
    expect(['content-encoding', 'content-length'].filter((name) => response.headers.has(name))).toEqual([])
  })

  const used = new Response('no', { status: 401 })
  void used.text()
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  test.each([
    ['is used up', used],
    ['says that a fetch has failed', Response.error()],
    ['breaks off', new Response(broken, { status: 401 })],
  ])('reports a Response of the resolver that %s', async (_, given) => {
    const response = await handlerOf({ resolveIntent: () => given })(post('intent'))
    expect([response.status, errors.length]).toEqual([500, 1])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('a broken observer')
      },
    ],
    ['rejects', () => Promise.reject(new Error('a broken observer'))],
  ])('survives an observer that %s', async (_, onError) => {
    service.always(INTENT_PATH, failure(500))
    expect((await handlerOf({ onError })(post('intent'))).status).toBe(503)
  })
})

describe('the source of a request', () => {
  const allowedOrigins = ['https://play.test']
  test.each([
    ['the handler’s own page', { origin: 'https://shop.test', 'sec-fetch-site': 'same-origin' }, 201],
    [
      'its own page behind a proxy that ends TLS',
      { origin: 'https://public.test', 'sec-fetch-site': 'same-origin' },
      201,
    ],
    ['its own page in an older browser', { origin: 'https://shop.test' }, 201],
    ['an allowed page', { origin: 'https://play.test', 'sec-fetch-site': 'cross-site' }, 201],
    ['no browser', {}, 201],
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site in an older browser', { origin: 'https://evil.test' }, 403],
    ['a sibling that is not allowed', { origin: 'https://blog.shop.test', 'sec-fetch-site': 'same-site' }, 403],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a navigation', { 'sec-fetch-site': 'none' }, 403],
  ])('that is %s', async (_, headers: Record<string, string>, status) => {
    const handler = handlerOf({ allowedOrigins })
    for (const route of ['intent', 'kyc']) {
      const response = await handler(post(route, headers))
      expect(response.status === 200 ? 201 : response.status).toBe(status)
    }
    expect(service.to(INTENT_PATH)).toHaveLength(status === 201 ? 1 : 0)
    expect(service.to(KYC_PATH)).toHaveLength(status === 201 ? 1 : 0)
  })

  test('is told to the log once, with the line to add', async () => {
    const handler = handlerOf()
    const from = { origin: 'https://play.test', 'sec-fetch-site': 'cross-site' }
    await handler(request('manifest', { headers: from }))
    expect(errors).toHaveLength(1)
    await handler(request('intent', { method: 'OPTIONS', headers: from }))
    await handler(post('intent', from))
    expect(errors).toMatchObject([{ code: 'origin_not_allowed', origin: 'https://play.test' }])
    expect(String(errors[0])).toContain("add 'https://play.test' to the handler's allowedOrigins")
  })

  test('is not told where it is allowed, is the service, or has no page', async () => {
    const handler = handlerOf({ allowedOrigins, onEvent: () => {}, webhookKeys: KEY })
    const allowed = { origin: 'https://play.test', 'sec-fetch-site': 'cross-site' }
    await handler(request('manifest', { headers: allowed }))
    await handler(request('manifest', { headers: { 'sec-fetch-site': 'none' } }))
    await handler(post('intent', { origin: 'null', 'sec-fetch-site': 'cross-site' }))
    await handler(request('webhook', { method: 'POST', headers: { origin: 'https://evil.test' } }))
    expect(errors.filter((error) => Object(error).code === 'origin_not_allowed')).toEqual([])
  })

  test('cannot fill the log', async () => {
    const handler = handlerOf()
    for (let index = 0; index < 100; index++) await handler(post('intent', { origin: `https://evil-${index}.test` }))
    expect(errors).toHaveLength(20)
  })

  test('may read the answer only where its origin is allowed', async () => {
    const handler = handlerOf({ allowedOrigins })
    const allowed = await handler(post('intent', { origin: 'https://play.test' }))
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://play.test')
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
    expect(allowed.headers.get('vary')).toBe('origin')
    const refused = await handler(post('intent', { origin: 'https://evil.test' }))
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('lets an allowed page read why it was refused, and is named once whatever the resolver has said', async () => {
    const origin = 'https://play.test'
    const resolveIntent = () => Response.json({}, { status: 404, headers: { 'access-control-allow-origin': '*' } })
    const handler = handlerOf({ allowedOrigins: [origin], resolveIntent })
    for (const headers of [{ origin }, { origin, 'content-type': 'text/plain' }]) {
      const answer = await handler(post('intent', headers))
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })

  test('gets its preflight answered', async () => {
    const preflight = (origin: string) =>
      request('intent', { method: 'OPTIONS', headers: { origin, 'access-control-request-headers': 'content-type' } })
    const handler = handlerOf({ allowedOrigins })
    const allowed = await handler(preflight('https://play.test'))
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
    expect((await handler(preflight('https://evil.test'))).headers.has('access-control-allow-headers')).toBe(false)
  })
})

describe('options', () => {
  test.each([
    ['webhookKeys', ''],
    ['webhookKeys', []],
    ['webhookKeys', 'not-a-key'],
    ['webhookKeys', 'whsec_'],
    ['webhookKeys', 'whsec_secret'],
    ['webhookKeys', [KEY, 'whsec_%%']],
    ['allowedOrigins', ['*']],
    ['allowedOrigins', ['null']],
    ['allowedOrigins', ['shop.test']],
    ['allowedOrigins', ['https://shop.test/']],
    ['allowedOrigins', ['https://shop.test:443']],
    ['allowedOrigins', ['https://play.test', 'https://shop.test/pay']],
    ['toleranceSeconds', Number.NaN],
    ['toleranceSeconds', -1],
    ['manifestMaxAgeSeconds', Number.NaN],
    ['manifestMaxAgeSeconds', 1.5],
  ])('%s of %j cannot work, and are refused at start', (name, value) => {
    const make = () => handlerOf({ onEvent: () => {}, webhookKeys: KEY, [name]: value })
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_configuration' }))
    expect(make).not.toThrow(/whsec_secret|%%/)
  })

  test.each(['http://localhost:3000', 'https://shop.test', 'capacitor://localhost'])('allow pages of %s', (origin) => {
    expect(() => handlerOf({ allowedOrigins: [origin] })).not.toThrow()
  })

  test('that are null, as plain JavaScript gives them, have their defaults', () => {
    const none = {
      basePath: null,
      allowedOrigins: null,
      toleranceSeconds: null,
      manifestMaxAgeSeconds: null,
      now: null,
    }
    expect(handlerOf({ ...none, onEvent: () => {}, webhookKeys: KEY } as never).basePath).toBe('/coinslot')
    expect(() => handlerOf({ onEvent: () => {}, webhookKeys: null as never })).toThrow('onEvent needs webhookKeys')
  })

  test('leave keys that a function reads for the first webhook', async () => {
    const handler = handlerOf({ onEvent: () => {}, webhookKeys: () => '' })
    const signed = await signTestWebhook(APPROVED, KEY)
    expect((await handler(request('webhook', { method: 'POST', ...signed }))).status).toBe(500)
    expect(errors).toMatchObject([{ code: 'invalid_configuration' }])
  })
})

describe('POST kyc', () => {
  test('answers with the service’s own bytes', async () => {
    const body = '{"data":{"flow":"KYC_OCC","error_code":"ERR01","widget_data":null}}'
    service.always(KYC_PATH, json(200, body))
    const response = await handlerOf()(post('kyc'))
    expect([response.status, await response.text()]).toEqual([200, body])
  })

  test('is no route without a resolver, and the answer says so', async () => {
    const response = await handlerOf({ resolveKyc: undefined })(post('kyc'))
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('resolveKyc')])
  })
})

describe('the base path', () => {
  test.each([
    ['/api/pay', '/api/pay/manifest', '/api/pay'],
    ['api/pay/', '/api/pay/manifest', '/api/pay'],
    ['/', '/manifest', ''],
    // Of a page whose `endpoint` ends with a slash.
    ['/coinslot', '/coinslot//manifest', '/coinslot'],
  ])('%s serves %s', async (basePath, path, normalised) => {
    const handler = handlerOf({ basePath })
    expect(handler.basePath).toBe(normalised)
    expect((await handler(new Request(`https://shop.test${path}`))).status).toBe(200)
  })
})

test.each([
  ['a function on Lambda gets', { version: '2.0', rawPath: '/coinslot/manifest', headers: {}, requestContext: {} }],
  ['node:http and Express hand on', { method: 'GET', url: '/coinslot/manifest', headers: {} }],
  ['is nothing', undefined],
])('what %s is no web Request, and the error says so', async (_name, given) => {
  const answer = handlerOf()(given as never)
  await expect(answer).rejects.toMatchObject({ code: 'invalid_configuration', message: /web Request.*adapter/ })
})
