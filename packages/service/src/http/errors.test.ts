import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { errorEnvelopeSchema, LIMITS, operations, type Operation } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestService, type TestRequest, type TestService } from '../../test/harness.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { withoutTable } from '../../test/without-table.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const NO_ID = '00000000-0000-4000-8000-000000000000'
const pathOf = ({ path }: Operation): string => path.replaceAll(/\{\w+\}/g, NO_ID)
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
  })
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const deepObject = (levels: number): string => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`

test('a request for what is not there stands in the log as others do, without its address', async () => {
  const { headers } = await service.request('/nowhere-at-all')
  const id = headers.get('x-request-id')
  await expect.poll(() => service.logs.find((line) => line.includes(`"request_id":"${id}"`))).toBeDefined()
  const line = service.logs.find((each) => each.includes(`"request_id":"${id}"`))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ route: null, status: 404, msg: 'request' })
  expect(line).not.toContain('nowhere-at-all')
})

test('a failure of ours tells neither the caller nor the log what was sent', async () => {
  const buyer = { id: 'player-of-the-failure', email: 'ada@failing.example' }
  await withoutTable(service.deps.db, 'payment_intents', async () => {
    const answer = await service.post(operations.createIntent.path, {
      transaction_type: 'BUY_VDA',
      buyer,
      currency: 'USD',
      idempotency_key: 'of-the-failure',
      items: [{ id: 'coins-100', title: '100 coins', amount: '9.99' }],
    })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('payment_intents')
  })
  const logged = lastLogged(service, 'request failed')
  expect(JSON.stringify(logged)).toContain('payment_intents')
  for (const secret of Object.values(buyer)) expect(service.logs.join('')).not.toContain(secret)
})

describe('every failure is the envelope (decisions.md §1)', () => {
  const cases: [status: number, reason: string, path: string, request: TestRequest][] = [
    [404, 'Not Found', '/nowhere', {}],
    [404, 'Not Found', '/payments/v2/intent/', { method: 'POST' }],
    [405, 'Method Not Allowed', '/payments/v2/intent', { method: 'GET' }],
    [405, 'Method Not Allowed', '/notifications/v1/subscriptions/x/test', { method: 'PUT' }],
    [414, 'URI Too Long', `/notifications/v1/subscriptions/${'x'.repeat(201)}/test`, { method: 'POST' }],
    [
      415,
      'Unsupported Media Type',
      '/payments/v2/intent',
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/xml' } },
    ],
    [
      413,
      'Payload Too Large',
      '/payments/v2/intent',
      { method: 'POST', body: ' '.repeat(LIMITS.requestBodyBytes + 1) },
    ],
    [404, 'Not Found', '/nowhere', { method: 'POST', body: '{"a":' }],
    [
      405,
      'Method Not Allowed',
      '/payments/v2/intent',
      { method: 'PUT', body: ' '.repeat(LIMITS.requestBodyBytes + 1) },
    ],
    [400, 'Bad Request', '/payments/v2/intent', { method: 'POST', body: '{"a":' }],
    [400, 'Bad Request', '/payments/v2/intent', { method: 'POST' }],
    [400, 'Bad Request', '/payments/v2/intent', { method: 'POST', body: deep(LIMITS.requestDepth + 1) }],
    [401, 'Unauthorized', '/payments/v2/intent', { method: 'POST', body: '{}', token: null }],
    [401, 'Unauthorized', '/payments/v2/intent', { method: 'POST', body: '{}', token: 'x.y.z' }],
  ]

  test.each(cases)('%i %s for %s', async (status, reason, path, request) => {
    const answer = await service.request(path, request)
    expect(answer.status).toBe(status)
    expect(errorEnvelopeSchema.parse(answer.json).error).toMatchObject({ status, reason })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })

  test.each([
    ['/nowhere', 'POST', 'compare it, and the base URL that it begins with, with the reference'],
    ['/payments/v2/intent', 'GET', 'the header allow names those that it takes'],
    [`/notifications/v1/subscriptions/${'x'.repeat(201)}/test`, 'POST', 'an id in it has at most 200 characters'],
  ])('an address that cannot be is told with its mend: %s', async (path, method, mend) => {
    expect((await service.request(path, { method })).json?.error?.message).toContain(mend)
  })

  test('a body in another encoding than UTF-8 is refused: two idempotency keys would be read as one', async () => {
    const orderUnder = (key: string) => {
      const items = [{ id: 'gold', title: 'Gold', amount: '9.99' }]
      const buyer = { email: 'ada@example.com' }
      const intent = { transaction_type: 'BUY_VDA', buyer, currency: 'USD', idempotency_key: key, items }
      const raw = Buffer.from(JSON.stringify(intent), 'latin1')
      return service.request('/payments/v2/intent', {
        method: 'POST',
        raw,
        headers: { 'content-type': 'application/json; charset=latin1' },
      })
    }
    for (const key of ['käufer-1', 'kåufer-1']) {
      expect((await orderUnder(key)).json?.error).toEqual({
        reason: 'Bad Request',
        status: 400,
        message: 'Send the body in UTF-8 (RFC 8259 §8.1)',
        code: 2,
      })
    }
    expect((await orderUnder('kaufer-1')).status).toBe(201)
  })

  test('a compressed body is refused as such: it was said to be in another encoding than UTF-8', async () => {
    const send = (coding: string, raw: Buffer) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      return service.request('/payments/v1/payments/statuses', { method: 'POST', raw, headers })
    }
    const body = Buffer.from(JSON.stringify({ payment_intent_ids: [NO_ID] }))
    expect((await send('gzip', gzipSync(body))).json?.error).toEqual({
      reason: 'Unsupported Media Type',
      status: 415,
      message: 'Send the body uncompressed, without content-encoding',
    })
    expect((await send('Identity', body)).status).toBe(404)
  })

  test('who asks is looked at before what is sent', async () => {
    for (const path of ['/payments/v2/intent', '/checkout/v1/session/pay']) {
      expect((await service.request(path, { method: 'POST', body: '{"a":', token: null })).status, path).toBe(401)
    }
  })

  test.each([
    ['arrays', deep],
    ['objects', deepObject],
  ])('a body of %s is read to the depth that it may have, and no deeper', async (_name, nested) => {
    const told = async (levels: number) => (await service.post('/payments/v2/intent', nested(levels))).json?.error
    expect((await told(LIMITS.requestDepth))?.message).not.toContain('nested')
    expect(await told(LIMITS.requestDepth + 1)).toMatchObject({
      status: 400,
      message: expect.stringContaining('nested'),
    })
  })

  test('a wrong method is told the right ones', async () => {
    expect((await service.request('/payments/v2/intent?page=2')).headers.get('allow')).toBe('POST')
    expect(await service.request('/openapi-json', { token: null })).toHaveProperty('status', 404)
  })

  test('what is not HTTP is answered with the envelope too', async () => {
    const [head = '', body = ''] = (await raw('NONSENSE\r\n\r\n')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request/)
    expect(errorEnvelopeSchema.parse(JSON.parse(body)).error.status).toBe(400)
  })

  test('a body of 5 MB gets the envelope of a 413 each time, and one of 20 MB is cut off', async () => {
    const send = (megabytes: number) =>
      service.post('/payments/v2/intent', ' '.repeat(megabytes * 1_000_000)).then(({ status }) => status)
    for (let times = 0; times < 6; times += 1) expect(await send(5)).toBe(413)
    expect(await send(10)).toBe(413)
    await expect(send(20)).rejects.toThrow(TypeError)
  })

  test('HTTP/1.1 without a Host header is refused, and whatever has two; HTTP/1.0 without one is not', async () => {
    const told = async (version: string, hosts = '') =>
      (await raw(`GET /healthz HTTP/${version}\r\n${hosts}connection: close\r\n\r\n`)).split('\r\n\r\n')
    const two = 'host: shop.example\r\nHost: other.example\r\n'
    for (const [head = '', body = ''] of [await told('1.1'), await told('1.1', two), await told('1.0', two)]) {
      expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request/)
      expect(errorEnvelopeSchema.parse(JSON.parse(body)).error.message).toContain('Send one Host header')
    }
    expect((await told('1.0'))[0]).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  test('headers beyond 16 KiB get 431, which says what a person does whose cookies they are', async () => {
    const [head = '', body = ''] = (await raw(`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 431 /)
    const { error } = errorEnvelopeSchema.parse(JSON.parse(body))
    expect([error.status, error.message]).toEqual([431, expect.stringContaining('delete the cookies of this address')])
  })
})

test('a failure of ours is told to the operator, and to nobody else', async () => {
  vi.spyOn(service.deps.readiness, 'assert').mockRejectedValueOnce(new Error('relation "secret" does not exist'))
  const answer = await service.request('/readyz', { token: null, at: service.baseUrl })
  expect(answer.json?.error).toMatchObject({ status: 500, reason: 'Internal Server Error' })
  expect(answer.text).not.toContain('relation')
  expect(lastLogged(service, 'request failed')).toMatchObject({
    err: { message: expect.stringContaining('does not exist') },
    request_id: answer.headers.get('x-request-id'),
  })
})

describe('authentication (service.md, "Authentication")', () => {
  const guarded = Object.entries<Operation>(operations).filter(([, { permission }]) => permission !== null)

  test.each(guarded)('%s asks for a token', async (_id, operation) => {
    const answer = await service.request(pathOf(operation), { method: operation.method, token: null })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('request ids (decisions.md §1)', () => {
  test("a sane one is the caller's, and the log carries it", async () => {
    const answer = await service.request('/healthz', { headers: { 'x-request-id': 'order-7:try.2' } })
    expect(answer.headers.get('x-request-id')).toBe('order-7:try.2')
    const isLogged = () => service.logs.some((line) => line.includes('"request_id":"order-7:try.2"'))
    await expect.poll(isLogged).toBe(true)
  })

  test('what cannot be read has one as well, which the log carries', async () => {
    const head = await raw('NONSENSE\r\n\r\n')
    const [, id] = /\r\nx-request-id: ([\w-]{36})\r\n/.exec(head) ?? []
    expect(lastLogged(service, 'request could not be read')).toMatchObject({ request_id: id, status: 400 })
  })

  test.each([
    ['is no request', 'NONSENSE\r\n\r\n'],
    [
      'has a body that cannot be read',
      `POST ${operations.issueToken.path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nNONSENSE`,
    ],
  ])(
    'what %s is told after the answer to what came whole before it, and not under its id',
    async (_which, unreadable) => {
      const body = JSON.stringify({ client_id: 'nobody', client_secret: 'wrong' })
      const head = `host: a\r\nx-request-id: whole\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
      const whole = `POST ${operations.issueToken.path} HTTP/1.1\r\n${head}\r\n\r\n${body}`
      const answers = await raw(`${whole}${unreadable}`)
      expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['401', '400'])
      expect(answers.match(/(?<=\r\nx-request-id: )[\w-]+/g)).toEqual(['whole', expect.stringMatching(/^[\w-]{36}$/)])
    },
  )

  test.each([
    [401, operations.createIntent.path],
    [400, '/%ff'],
  ])(
    'what is refused by a %i before all of it has come is told so once, whatever its rest is',
    async (status, path) => {
      const head = 'host: a\r\nx-request-id: refused\r\ncontent-type: application/json\r\ntransfer-encoding: chunked'
      const before = `GET /healthz HTTP/1.1\r\nhost: a\r\nx-request-id: before\r\n\r\n`
      const answers = await raw(`${before}POST ${path} HTTP/1.1\r\n${head}\r\n\r\nNONSENSE`)
      expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', String(status)])
      expect(answers.match(/(?<=\r\nx-request-id: )[\w-]+/g)).toEqual(['before', 'refused'])
      expect(service.logs.filter((line) => line.includes(`refused","status`))).toEqual([])
    },
  )

  test.each(['with space', 'x'.repeat(129), '<script>'])('%j is replaced', async (given) => {
    const answer = await service.request('/healthz', { headers: { 'x-request-id': given } })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('security headers', () => {
  test('stand on successes and failures', async () => {
    for (const path of ['/healthz', '/nowhere', '/%ff']) {
      const { headers } = await service.request(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        // Not of hosts below it: the service may be a path of a host that is not its own.
        'strict-transport-security': 'max-age=31536000',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
    }
  })
})
