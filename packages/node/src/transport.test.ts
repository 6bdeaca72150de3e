import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientOf as clientWith, PURCHASE, rejectionOf } from '../test/fixtures.ts'
import { createManualClock } from '../test/manual-clock.ts'
import {
  failure,
  INTENT_BODY,
  INTENT_PATH,
  json,
  MANIFEST,
  MANIFEST_PATH,
  reset,
  silence,
  slowBody,
  startStubService,
  type StubService,
  SUBSCRIPTIONS_PATH,
  TOKEN_PATH,
  truncatedBody,
} from '../test/stub-service.ts'
import { systemClock } from './clock.ts'
import type { Subscriptions } from './subscriptions.ts'

let service: StubService
beforeEach(async () => {
  service = await startStubService()
})
afterEach(() => service.close())

test('calls over node:http that follow each other share one connection', async () => {
  const client = clientWith(service)
  for (let count = 0; count < 3; count += 1) await client.widget.manifest()
  const ports = service.requests.map(({ port }) => port)
  expect([ports.length, new Set(ports).size]).toEqual([4, 1])
})

describe.each([
  ['node:http', {}],
  ['fetch', { fetch: globalThis.fetch }],
])('over %s', (_platform, platform) => {
  const clientOf = (target: StubService, options: Parameters<typeof clientWith>[1] = {}) =>
    clientWith(target, { ...platform, ...options })
  const waitForRequest = () => expect.poll(() => service.to(MANIFEST_PATH).length).toBeGreaterThan(0)
  const id = '6f0e8a3c-1a53-4c0b-9a35-1d5f4f0f8a11'
  const keysSent = () => service.to(INTENT_PATH).map((request) => JSON.parse(request.body).idempotency_key)

  describe('retries', () => {
    test.each([
      ['a reset connection', reset],
      ['an answer that breaks off', truncatedBody],
      ['408', failure(408)],
      ['425', failure(425)],
      ['429', failure(429)],
      ['500', failure(500)],
      ['503', failure(503)],
      ['an HTML page of a proxy', json(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })],
    ])('sends the same request again after %s', async (_, fault) => {
      service.next(INTENT_PATH, fault)
      const answer = await clientOf(service).intents.create(PURCHASE)
      expect(answer.attempts).toBe(2)
      expect(keysSent()).toEqual([answer.idempotencyKey, answer.idempotencyKey])
    })

    test('gives up after two retries unless told otherwise', async () => {
      service.always(INTENT_PATH, failure(503))
      expect(await rejectionOf(clientOf(service).intents.create(PURCHASE))).toMatchObject({
        code: 'service_error',
        status: 503,
        attempts: 3,
      })
      const error = await rejectionOf(clientOf(service).intents.create(PURCHASE, { maxRetries: 0 }))
      expect(error).toMatchObject({ attempts: 1 })
    })

    test.each([400, 403, 404, 409, 413])('does not repeat what was answered with %i', async (status) => {
      service.always(INTENT_PATH, failure(status))
      expect(await rejectionOf(clientOf(service).intents.create(PURCHASE))).toMatchObject({ status, attempts: 1 })
    })

    test('waits longer each time, with jitter', async () => {
      service.always(INTENT_PATH, failure(500))
      const clock = createManualClock()
      const retry = { maxRetries: 3, baseDelayMs: 100, maxDelayMs: 300, random: () => 0.5 }
      await rejectionOf(clientOf(service, { clock, retry }).intents.create(PURCHASE))
      expect(clock.slept).toEqual([75, 150, 225])
    })

    test.each([
      ['seconds', '3', 3_000],
      ['more than the cap', '3600', 10_000],
      ['a date', 'Thu, 01 Jan 2026 00:00:07 GMT', 7_000],
    ])('obeys retry-after in %s', async (_, value, waitedMs) => {
      service.next(INTENT_PATH, failure(429, 'Slow down', { 'retry-after': value }))
      const clock = createManualClock()
      await clientOf(service, { clock }).intents.create(PURCHASE)
      expect(clock.slept).toEqual([waitedMs])
    })

    test('does not repeat what must not be done twice, except where it was not taken up', async () => {
      const { subscriptions } = clientOf(service)
      service.next(SUBSCRIPTIONS_PATH, reset)
      const change = { endpoint: 'https://shop.test/hook' }
      expect(await rejectionOf(subscriptions.create(change))).toMatchObject({ code: 'network_error', attempts: 1 })
      service.next(SUBSCRIPTIONS_PATH, failure(502))
      expect(await rejectionOf(subscriptions.create(change))).toMatchObject({ code: 'service_error', attempts: 1 })
      service.next(SUBSCRIPTIONS_PATH, failure(503), failure(400))
      expect(await rejectionOf(subscriptions.create(change))).toMatchObject({ code: 'invalid_request', attempts: 2 })
    })

    const since = '?since=2026-01-01T00%3A00%3A00.000Z'
    test.each([
      ['create', '', (calls: Subscriptions) => calls.create({ endpoint: 'https://shop.test/hook' })],
      ['test', `/${id}/test`, (calls: Subscriptions) => calls.test(id)],
      ['rotateKey', `/${id}/rotate-key`, (calls: Subscriptions) => calls.rotateKey(id)],
      ['replayDelivery', `/${id}/deliveries/${id}/replay`, (calls: Subscriptions) => calls.replayDelivery(id, id)],
      ['replay', `/${id}/replay${since}`, (calls: Subscriptions) => calls.replay(id, new Date('2026-01-01'))],
    ])('sends subscriptions.%s once where it may have been done', async (_, path, call) => {
      for (const answer of [failure(500), failure(502), failure(504), reset, truncatedBody]) {
        const before = service.to(SUBSCRIPTIONS_PATH + path).length
        service.next(SUBSCRIPTIONS_PATH + path, answer)
        expect(await rejectionOf(call(clientOf(service).subscriptions))).toMatchObject({ attempts: 1 })
        expect(service.to(SUBSCRIPTIONS_PATH + path)).toHaveLength(before + 1)
      }
    })

    test.each([
      ['update', 'PATCH', `/${id}`, (calls: Subscriptions) => calls.update(id, { description: 'x' })],
      ['enable', 'POST', `/${id}/enable`, (calls: Subscriptions) => calls.enable(id)],
      ['disable', 'POST', `/${id}/disable`, (calls: Subscriptions) => calls.disable(id)],
    ])('sends subscriptions.%s again, since doing it twice does no harm', async (_, method, path, call) => {
      service.always(SUBSCRIPTIONS_PATH + path, failure(500))
      expect(await rejectionOf(call(clientOf(service).subscriptions))).toMatchObject({ attempts: 3 })
      expect(new Set(service.to(SUBSCRIPTIONS_PATH + path).map((request) => request.method))).toEqual(new Set([method]))
    })

    test('pauses no longer than the longest pause, whatever the number of retries', async () => {
      const clock = createManualClock()
      service.always(INTENT_PATH, failure(500))
      const retry = { maxRetries: 7, random: () => 0 }
      await rejectionOf(clientOf(service, { clock, retry }).intents.create(PURCHASE))
      expect(clock.slept).toEqual([125, 250, 500, 1_000, 2_000, 2_500, 2_500])
    })

    test('is ended by an observer before anything of it is sent', async () => {
      const leaving = new AbortController()
      const onRequest = ({ operation }: { operation: string }) => operation === 'getManifest' && leaving.abort()
      const call = clientOf(service, { hooks: { onRequest } as never }).widget.manifest({ signal: leaving.signal })
      expect(await rejectionOf(call)).toMatchObject({ code: 'aborted' })
      expect(service.to(MANIFEST_PATH)).toEqual([])
    })

    test('does not begin a pause that would end past the deadline', async () => {
      const clock = createManualClock()
      service.always(INTENT_PATH, failure(503, 'Later', { 'retry-after': '5' }))
      const { intents } = clientOf(service, { clock })
      expect(await rejectionOf(intents.create(PURCHASE, { deadlineMs: 5_000 }))).toMatchObject({ attempts: 1 })
      expect(await rejectionOf(intents.create(PURCHASE, { deadlineMs: 5_001 }))).toMatchObject({ attempts: 2 })
      expect(clock.slept).toEqual([5_000])
    })
  })

  describe('time', () => {
    test.each([
      ['no headers', silence],
      ['a body that stops', slowBody],
    ])('times out on %s, and tries again', async (_, fault) => {
      service.next(MANIFEST_PATH, fault)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const answer = clientOf(service).widget.manifest({ timeoutMs: 300 })
        await waitForRequest()
        await vi.advanceTimersByTimeAsync(300)
        expect(await answer).toMatchObject({ data: MANIFEST, attempts: 2 })
      } finally {
        vi.useRealTimers()
      }
      service.always(MANIFEST_PATH, fault)
      const error = await rejectionOf(clientOf(service).widget.manifest({ timeoutMs: 30, maxRetries: 1 }))
      expect(error).toMatchObject({ code: 'timeout', attempts: 2, operation: 'getManifest' })
    })

    test('ends at the deadline of the call, or of the client, whatever one attempt may take, and whatever the retries', async () => {
      const patient = { timeoutMs: 3_600_000, clock: systemClock }
      const client = clientOf(service, patient)
      await client.widget.manifest()
      service.always(MANIFEST_PATH, silence)
      const error = await rejectionOf(client.widget.manifest({ deadlineMs: 50 }))
      expect(error).toMatchObject({ code: 'timeout', attempts: 1 })
      service.always(TOKEN_PATH, silence)
      const hasty = clientOf(service, { ...patient, deadlineMs: 50 })
      expect(await rejectionOf(hasty.widget.manifest())).toMatchObject({ code: 'timeout' })
    })

    test('times out, and gives the request up, even where fetch does not heed its signal', async () => {
      const signals: unknown[] = []
      const deaf = (_input: unknown, init?: RequestInit) => {
        signals.push(init?.signal)
        return new Promise<Response>(() => {})
      }
      const client = clientOf(service, { fetch: deaf, timeoutMs: 10, retry: { maxRetries: 0 } })
      expect(await rejectionOf(client.widget.manifest())).toMatchObject({ code: 'timeout', operation: 'issueToken' })
      expect(signals).toMatchObject([{ aborted: true }])
    })

    test.each([
      ['before the request', (abort: () => void) => abort(), json(200, { data: MANIFEST })],
      ['in the request', (abort: () => void) => void waitForRequest().then(abort), silence],
      ['in the body', (abort: () => void) => void waitForRequest().then(abort), slowBody],
    ])('is aborted %s, and tells of no retry', async (_, abortWhen, answering) => {
      service.always(MANIFEST_PATH, answering)
      const caller = new AbortController()
      abortWhen(() => caller.abort('enough'))
      const onRetry = vi.fn<() => void>()
      const client = clientOf(service, { hooks: { onRetry } })
      const error = await rejectionOf(client.widget.manifest({ signal: caller.signal }))
      expect(error).toMatchObject({ code: 'aborted', cause: 'enough' })
      expect(onRetry).not.toHaveBeenCalled()
    })

    test('does not wait for the rest of an answer that has broken off', async () => {
      service.always(MANIFEST_PATH, (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"data":', () => response.socket?.destroy())
      })
      const error = await rejectionOf(clientOf(service).widget.manifest({ maxRetries: 0, timeoutMs: 3_000 }))
      expect(error).toMatchObject({ code: 'network_error', attempts: 1 })
    })

    test('reads letters whose bytes come apart', async () => {
      // More than is read at once, of three bytes each: wherever it is cut, a letter is.
      const name = '☂'.repeat(100_000)
      service.always(MANIFEST_PATH, json(200, { data: { ...MANIFEST, name } }))
      expect(Reflect.get((await clientOf(service).widget.manifest()).data, 'name') === name).toBe(true)
    })

    test('leaves nothing on a signal that outlives the call, nor a timer', async () => {
      const [begun, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
      const { signal } = new AbortController()
      const client = clientOf(service, { clock: systemClock, retry: { baseDelayMs: 1 } })
      service.next(MANIFEST_PATH, failure(503))
      const limits = { timeoutMs: 54_321, deadlineMs: 65_432 }
      expect(await client.widget.manifest({ signal, ...limits })).toMatchObject({ attempts: 2 })
      expect(getEventListeners(signal, 'abort')).toEqual([])
      // Two of attempts, and one of the wait for the token.
      const long = begun.mock.results.filter((_, at) => (begun.mock.calls[at]?.[1] ?? 0) > 50_000)
      expect(long).toHaveLength(3)
      for (const { value } of long) expect(cleared).toHaveBeenCalledWith(value)
      begun.mockRestore()
      cleared.mockRestore()
    })

    test('leaves no timer of a pause that was ended', async () => {
      const cleared = vi.spyOn(globalThis, 'clearTimeout')
      const begun = vi.spyOn(globalThis, 'setTimeout')
      const caller = new AbortController()
      const pause = systemClock.sleep(54_321, caller.signal)
      caller.abort(new Error('enough'))
      await expect(pause).rejects.toThrow('enough')
      expect(cleared).toHaveBeenCalledWith(begun.mock.results[0]?.value)
      begun.mockRestore()
      cleared.mockRestore()
    })

    const broken: never = {
      addEventListener: () => {
        throw new TypeError('broken')
      },
    } as never

    test('takes nothing for a signal that cannot be heard, and leaves no timer behind', async () => {
      const client = clientOf(service)
      await client.widget.manifest()
      const given = { signal: broken, timeoutMs: 1 }
      expect(await rejectionOf(client.widget.manifest(given))).toBeInstanceOf(TypeError)
      await client.widget.manifest()
    })

    test('ends no process with the token that a call asked for and could not wait for', async () => {
      const lost: unknown[] = []
      const onLost = (reason: unknown) => lost.push(reason)
      process.on('unhandledRejection', onLost)
      service.always(TOKEN_PATH, failure(401, 'The client id or the client secret is wrong'))
      const statuses: unknown[] = []
      const client = clientOf(service, { hooks: { onResponse: ({ status }) => statuses.push(status) } })
      expect(await rejectionOf(client.widget.manifest({ signal: broken }))).toBeInstanceOf(TypeError)
      await expect.poll(() => statuses).toEqual([401])
      await setImmediate()
      process.off('unhandledRejection', onLost)
      expect(lost).toEqual([])
    })

    test('is aborted between retries, on the platform’s own clock', async () => {
      service.always(MANIFEST_PATH, failure(429, 'Wait', { 'retry-after': '9' }))
      const caller = new AbortController()
      const hooks = { onRetry: () => queueMicrotask(() => caller.abort()) }
      const client = clientOf(service, { clock: systemClock, hooks })
      const error = await rejectionOf(client.widget.manifest({ signal: caller.signal }))
      expect(error).toMatchObject({ code: 'aborted', attempts: 1 })
    })
  })

  describe('request ids and hooks', () => {
    test('sends one id for all attempts, and reports the service’s', async () => {
      service.next(MANIFEST_PATH, reset, json(200, { data: MANIFEST }, { 'x-request-id': 'from-the-service' }))
      const answer = await clientOf(service).widget.manifest()
      const sent = service.to(MANIFEST_PATH).map((request) => request.headers['x-request-id'])
      expect(new Set(sent).size).toBe(1)
      expect(answer.requestId).toBe('from-the-service')
    })

    test.each([
      ['transfer-encoding', 'chunked'],
      ['content-encoding', 'gzip'],
      ['accept-encoding', 'br;q=1, gzip'],
    ])('leaves out of the caller’s headers %s, by which another body came', async (name, value) => {
      service.always(INTENT_PATH, (response, { headers }) => {
        const isAsked = headers['accept-encoding']?.startsWith('br')
        if (isAsked) response.writeHead(201, { 'content-encoding': 'br' }).end(brotliCompressSync(INTENT_BODY))
        else json(201, INTENT_BODY)(response, service.to(INTENT_PATH)[0] as never)
      })
      const { data } = await clientOf(service).intents.create(PURCHASE, { headers: { [name]: value } })
      expect(data.error_code).toBeNull()
      expect(service.to(INTENT_PATH)[0]?.headers[name]).not.toBe(value)
    })

    test('takes the caller’s id and headers, but not its authorization, nor the length of another body', async () => {
      const headers = { 'X-Sandbox-Country': 'KP', Authorization: 'Bearer mine', 'Content-Length': '5' }
      const client = clientOf(service)
      const answer = await client.widget.manifest({ requestId: 'order-7', headers })
      expect(answer.requestId).toBe('order-7')
      expect((await client.intents.create(PURCHASE, { headers })).attempts).toBe(1)
      expect(service.to(MANIFEST_PATH)[0]?.headers).toMatchObject({
        'x-request-id': 'order-7',
        'x-sandbox-country': 'KP',
        authorization: 'Bearer token-1',
      })
    })

    test('tells every request, answer and retry by its route, and survives hooks that throw or reject', async () => {
      service.next(MANIFEST_PATH, failure(500), reset)
      const seen: string[] = []
      const hooks = {
        onRequest: (event: { path: string; attempt: number }) => seen.push(`> ${event.path} ${event.attempt}`),
        onResponse: (event: { status: number | undefined; failure: string | undefined }) =>
          seen.push(`< ${event.status ?? event.failure}`),
        onRetry: ({ attempt }: { attempt: number }) => {
          seen.push('again')
          if (attempt === 2) return Promise.reject(new Error('a broken hook'))
          throw new Error('a broken hook')
        },
      }
      await clientOf(service, { hooks }).widget.manifest()
      expect(seen).toEqual([
        '> /auth/v1/oauth2/token 1',
        '< 201',
        `> ${MANIFEST_PATH} 1`,
        '< 500',
        'again',
        `> ${MANIFEST_PATH} 2`,
        '< network',
        'again',
        `> ${MANIFEST_PATH} 3`,
        '< 200',
      ])
    })
  })

  describe('what the client does not follow or accept', () => {
    test('does not take the token to where a redirect points', async () => {
      await using elsewhere = await startStubService()
      service.always(MANIFEST_PATH, (response) => response.writeHead(307, { location: elsewhere.url }).end())
      const error = await rejectionOf(clientOf(service).widget.manifest())
      const message = 'The service answered 307, a redirect; check baseUrl'
      expect(error).toMatchObject({ code: 'invalid_answer', message, status: 307 })
      expect(elsewhere.requests).toEqual([])
    })

    test('does not take a redirect for a deletion', async () => {
      const path = `${SUBSCRIPTIONS_PATH}/${id}`
      service.always(path, (response) => response.writeHead(302, { location: '/sign-in' }).end())
      const error = await rejectionOf(clientOf(service).subscriptions.delete(id))
      expect(error).toMatchObject({ code: 'invalid_answer', status: 302 })
    })

    test('does not take an answer without content for an intent', async () => {
      service.always(INTENT_PATH, (response) => response.writeHead(204).end())
      const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
      expect(error).toMatchObject({ code: 'invalid_answer', status: 204 })
    })

    test('cannot be led out of its route by an id', async () => {
      await rejectionOf(clientOf(service).subscriptions.enable('../../payments/v2/intent?x='))
      expect(service.requests.at(-1)?.path).toBe(`${SUBSCRIPTIONS_PATH}/..%2F..%2Fpayments%2Fv2%2Fintent%3Fx%3D/enable`)
    })
  })
})
