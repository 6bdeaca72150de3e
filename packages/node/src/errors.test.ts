import http from 'node:http'
import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { clientOf, PURCHASE, rejectionOf, SECRET } from '../test/fixtures.ts'
import { failure, INTENT_PATH, json, silence, startStubService, TOKEN_PATH } from '../test/stub-service.ts'
import { parseFields } from './answer-errors.ts'
import { createClient } from './client.ts'
import { resolveOptions } from './client-options.ts'
import { type AnyCoinslotError, type ErrorCode, isCoinslotError, WebhookVerificationError } from './errors.ts'

describe('an answer that is no success', () => {
  test.each([
    [400, 'invalid_request', 'InvalidRequestError'],
    [401, 'authentication_failed', 'AuthenticationError'],
    [403, 'permission_denied', 'PermissionError'],
    [404, 'not_found', 'NotFoundError'],
    [406, 'invalid_request', 'InvalidRequestError'],
    [408, 'service_error', 'ServiceError'],
    [409, 'conflict', 'ConflictError'],
    [425, 'service_error', 'ServiceError'],
    [429, 'rate_limited', 'RateLimitError'],
    [500, 'service_error', 'ServiceError'],
    [503, 'service_error', 'ServiceError'],
  ])('of %i is %s', async (status, code, name) => {
    await using service = await startStubService()
    service.always(INTENT_PATH, json(status, { error: { reason: 'R', status, message: 'Why', code: 4 } }))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE, { requestId: 'r-1' }))
    expect(error).toMatchObject({ code, name, status, message: 'Why', requestId: 'r-1', businessCode: 4 })
    expect(error).toBeInstanceOf(Error)
    expect(isCoinslotError(error)).toBe(true)
  })

  test('names the fields', async () => {
    await using service = await startStubService()
    const message = 'items.0.amount: must be a decimal string; buyer: must have an email or a wallet, or both'
    service.always(INTENT_PATH, failure(400, message))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(error).toMatchObject({
      fields: [
        { path: 'items.0.amount', rule: 'must be a decimal string' },
        { path: 'buyer', rule: 'must have an email or a wallet, or both' },
      ],
    })
  })

  test('says when it may be tried again', async () => {
    await using service = await startStubService()
    service.always(INTENT_PATH, failure(429, 'Slow down', { 'retry-after': '120' }))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 120_000 })
  })

  test('with an envelope of another kind has what of it is a message and a number', async () => {
    await using service = await startStubService()
    service.always(INTENT_PATH, json(400, { error: { message: ['no text'], code: 'E_OTHER' } }))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(error).toMatchObject({ message: 'The service answered 400 without an error envelope; check baseUrl' })
    expect(error).not.toHaveProperty('businessCode', expect.anything())
  })

  test('without an envelope does not repeat the page', async () => {
    await using service = await startStubService()
    service.always(INTENT_PATH, json(502, '<html>internal host 10.0.0.1</html>'))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(String(error)).toBe('ServiceError: The service answered 502 without an error envelope; check baseUrl')
  })
})

describe('parseFields', () => {
  test('finds none in a sentence', () => {
    expect(parseFields('The body is too large')).toEqual([])
    expect(parseFields('Note: this is no path')).toEqual([{ path: 'Note', rule: 'this is no path' }])
  })

  test('leaves a rule whole that has a semicolon of its own', () => {
    expect(parseFields('endpoint: must be https; an address of this machine is not; buyer.id: too long')).toEqual([
      { path: 'endpoint', rule: 'must be https; an address of this machine is not' },
      { path: 'buyer.id', rule: 'too long' },
    ])
  })
})

describe('secrets', () => {
  const shown = (value: unknown) =>
    [String(value), JSON.stringify(value), inspect(value, { depth: 10, showHidden: true })].join('\n')

  test('stay out of every form of an error, whoever repeats them', async () => {
    await using service = await startStubService()
    service.always(TOKEN_PATH, (response, request) =>
      failure(401, `Not ${SECRET}: bad secret ${SECRET}`)(response, request),
    )
    const refused = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(refused).toMatchObject({ code: 'authentication_failed', message: 'Not [redacted]: bad secret [redacted]' })
    expect(shown(refused)).not.toContain(SECRET)

    service.always(TOKEN_PATH, json(201, { data: { access_token: 'token-of-mine', expires_in: 60 } }))
    service.always(INTENT_PATH, failure(400, `You sent Bearer token-of-mine, got for ${SECRET}`))
    const repeated = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(repeated).toMatchObject({ message: 'You sent Bearer [redacted], got for [redacted]' })
    expect(shown(repeated)).not.toMatch(new RegExp(`${SECRET}|token-of-mine`))
  })

  test('stay out of the error of a fetch that quotes its own input', async () => {
    await using service = await startStubService()
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      throw Object.assign(new TypeError(`failed: ${String(init?.body)}`), { config: init, code: 'ECONNRESET' })
    }
    const error = await rejectionOf(clientOf(service, { fetch }).intents.create(PURCHASE))
    expect(error).toMatchObject({ code: 'network_error', reason: 'ECONNRESET' })
    expect(shown(error)).not.toContain(SECRET)
  })

  test('stay out of the client', async () => {
    await using service = await startStubService()
    const client = clientOf(service)
    await client.intents.create(PURCHASE)
    expect(shown(client)).not.toMatch(new RegExp(`${SECRET}|token-1`))
  })
})

describe('a network fault', () => {
  test('carries the platform’s code, and names the address', async () => {
    const service = await startStubService()
    await service.close()
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(String(error)).toBe(`NetworkError: ${service.url} gave no answer, or it broke off (ECONNREFUSED)`)
    expect(error).toMatchObject({ code: 'network_error', reason: 'ECONNREFUSED', attempts: 3 })
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name: 'NetworkError', operation: 'issueToken' })
  })

  const once = { clientId: 'c', clientSecret: SECRET, baseUrl: 'http://api.test', retry: { maxRetries: 0 } }
  const causedBy = (cause: unknown, causes: number): unknown =>
    causes === 0 ? cause : causedBy(new TypeError('fetch failed', { cause }), causes - 1)
  const circular = new Error('fetch failed')
  circular.cause = circular

  test.each([
    ['the platform’s code, also as the cause of a cause', causedBy({ code: 'EPIPE' }, 4), 'EPIPE'],
    ['none where causes go in a circle', circular, undefined],
    ['none that is a sentence, which may quote what was sent', { code: `Not ${SECRET}` }, undefined],
  ])('carries %s', async (_name, thrown, reason) => {
    const client = createClient({ ...once, fetch: () => Promise.reject(thrown) })
    const error = await rejectionOf(client.intents.create(PURCHASE))
    expect(error).toMatchObject({ code: 'network_error' })
    expect(Object(error).reason).toBe(reason)
  })

  test('is also what stands in the place of Node’s request and throws at once', async () => {
    const request = vi.spyOn(http, 'request').mockImplementation(() => {
      throw Object.assign(new Error('Blocked'), { code: 'EACCES' })
    })
    onTestFinished(() => request.mockRestore())
    const error = await rejectionOf(createClient(once).intents.create(PURCHASE))
    expect(error).toMatchObject({ code: 'network_error', reason: 'EACCES' })
  })
})

describe('an answer that does not come', () => {
  test.each([TOKEN_PATH, INTENT_PATH])('at %s names the address', async (path) => {
    await using service = await startStubService()
    service.always(path, silence)
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE, { deadlineMs: 50 }))
    expect(String(error)).toBe(`RequestTimeoutError: ${service.url} did not answer in time`)
  })
})

describe('options', () => {
  const options = { clientId: 'c', clientSecret: SECRET, baseUrl: 'https://api.test' }
  test.each([
    ['clientId', { clientId: '' }],
    ['clientSecret', { clientSecret: '' }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'ftp://api.test' }],
    ['baseUrl', { baseUrl: 'https://user:pass@api.test' }],
    ['scriptBaseUrl', { scriptBaseUrl: 'nowhere' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['deadlineMs', { deadlineMs: Number.NaN }],
    ['retry.maxRetries', { retry: { maxRetries: -1 } }],
    ['retry.baseDelayMs', { retry: { baseDelayMs: Number.NaN } }],
    ['retry.maxDelayMs', { retry: { maxDelayMs: -1 } }],
    ['retry.maxRetryAfterMs', { retry: { maxRetryAfterMs: Number('ten') } }],
  ])('name %s where it cannot work', (name, wrong) => {
    const make = () => createClient({ ...options, ...wrong })
    expect(make).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining(name) }),
    )
  })

  test.each([undefined, null])('that are %s are asked for', (none) => {
    expect(() => createClient(none as never)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining('baseUrl') }),
    )
  })

  test.each([undefined, null])('of retries that are %s have their defaults', async (none) => {
    await using service = await startStubService()
    service.next(INTENT_PATH, failure(503))
    const client = clientOf(service, { retry: { maxRetries: none, baseDelayMs: none, random: none } as never })
    expect(await client.intents.create(PURCHASE)).toMatchObject({ attempts: 2 })
  })

  test('that are null, as plain JavaScript gives them, have their defaults', async () => {
    await using service = await startStubService()
    const none = { environment: null, scriptBaseUrl: null, timeoutMs: null, deadlineMs: null, retry: null, fetch: null }
    const client = clientOf(service, { ...none, hooks: null, clock: null } as never)
    await client.widget.manifest(null as never)
    const ofCall = { signal: null, timeoutMs: null, deadlineMs: null, maxRetries: null, requestId: null }
    await client.intents.create(PURCHASE, { ...ofCall, headers: { 'x-none': null } } as never)
    expect(service.to(INTENT_PATH)[0]?.headers).not.toHaveProperty('x-none')
    const local = createClient({ ...options, environment: 'local', baseUrl: null as never })
    expect(local.baseUrl).toBe('http://127.0.0.1:4000')
    expect(resolveOptions({ ...options, environment: 'local' })).toMatchObject({
      timeoutMs: 10_000,
      deadlineMs: 60_000,
      retry: { maxRetries: 2 },
    })
  })

  test.each([
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['deadlineMs', { deadlineMs: -1 }],
    ['maxRetries', { maxRetries: Number.NaN }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['signal', { signal: new AbortController() as never }],
  ])('of one call name %s where it cannot work', async (name, wrong) => {
    await using service = await startStubService()
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE, wrong))
    expect(error).toMatchObject({ code: 'invalid_configuration', message: expect.stringContaining(name) })
    expect(service.to(INTENT_PATH)).toEqual([])
  })

  test('name the environments where the one given is none, and the address where that is empty', () => {
    for (const environment of ['prod', '', 'constructor', undefined]) {
      expect(() => createClient({ ...options, baseUrl: undefined, environment } as never), environment).toThrow(
        expect.objectContaining({
          code: 'invalid_configuration',
          message: 'Give a baseUrl, or an environment: sandbox, production, local',
        }),
      )
    }
    expect(() => createClient({ ...options, baseUrl: '', environment: 'local' })).toThrow(/^baseUrl must be/)
  })

  test.each([
    ['fetch', { fetch: 'node-fetch' }],
    ['retry.random', { retry: { random: 0.5 } }],
  ])('name a %s that cannot be called', (name, wrong) => {
    expect(() => createClient({ ...options, ...wrong } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: `${name} must be a function` }),
    )
  })

  test.each([
    [{ environment: 'sandbox' }, 'https://sandbox-api.sandbox.lemmax.com', 'https://payments.sandbox.lemmax.com/f.js'],
    [{ environment: 'production' }, 'https://api.prod.lemmax.com', 'https://payments.prod.lemmax.com/f.js'],
    [{ environment: 'local' }, 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/widget/f.js'],
    [{ baseUrl: 'https://pay.test/v//' }, 'https://pay.test/v', 'https://pay.test/v/widget/f.js'],
    [{ environment: 'local', scriptBaseUrl: 'https://cdn.test/' }, 'http://127.0.0.1:4000', 'https://cdn.test/f.js'],
    [{ environment: 'local', baseUrl: 'http://[::1]:9' }, 'http://[::1]:9', 'http://[::1]:9/widget/f.js'],
  ] as const)('%j lead to %s', (where, baseUrl, scriptUrl) => {
    const client = createClient({ clientId: 'c', clientSecret: 's', ...where })
    expect(client.baseUrl).toBe(baseUrl)
    const manifest = { file_name: 'f.js', integrity: { digest: '', type: 'sha-384' } } as const
    expect(client.widget.scriptUrl(manifest)).toBe(scriptUrl)
  })
})

describe('a refused webhook', () => {
  test.each([
    ['header_missing', 'pass the headers'],
    ['timestamp_malformed', 'pass the headers'],
    ['timestamp_too_old', 'toleranceSeconds'],
    ['timestamp_too_new', 'clock'],
    ['signature_mismatch', 'signing_key'],
    ['body_malformed', 'update @coinslot/node'],
    ['unknown_event', 'answer 2xx'],
  ] as const)('for %s says what helps', (reason, mend) => {
    expect(new WebhookVerificationError(reason)).toMatchObject({
      reason,
      message: expect.stringMatching(`^The webhook was refused, ${reason}: .*${mend}`),
    })
  })
})

describe('the union', () => {
  test('is told apart by code', () => {
    const error: AnyCoinslotError = new WebhookVerificationError('header_missing')
    if (isCoinslotError(error) && error.code === 'webhook_verification_failed') {
      expectTypeOf(error).toEqualTypeOf<WebhookVerificationError>()
    }
    expectTypeOf<ErrorCode>().toExtend<string>()
    expect(isCoinslotError(new Error('x'))).toBe(false)
    expect(isCoinslotError(null)).toBe(false)
  })
})
