import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, PURCHASE, rejectionOf } from '../test/fixtures.ts'
import { createManualClock } from '../test/manual-clock.ts'
import {
  type Answering,
  failure,
  INTENT_BODY,
  INTENT_PATH,
  json,
  MANIFEST_PATH,
  silence,
  startStubService,
  type StubService,
  TOKEN_PATH,
} from '../test/stub-service.ts'
import { systemClock } from './clock.ts'
import { createTokenCache } from './token-cache.ts'

let service: StubService
beforeEach(async () => {
  service = await startStubService()
})
afterEach(() => service.close())

const burst = (count: number, client = clientOf(service)) =>
  Promise.allSettled(Array.from({ length: count }, () => client.intents.create(PURCHASE)))
const statesOf = (results: PromiseSettledResult<unknown>[]) => new Set(results.map((result) => result.status))

const MINUTE_MS = 60_000

describe('the first token', () => {
  test('is asked for once by 50 calls at once', async () => {
    expect(statesOf(await burst(50))).toEqual(new Set(['fulfilled']))
    expect(service.to(TOKEN_PATH)).toHaveLength(1)
    expect(service.to(INTENT_PATH)).toHaveLength(50)
  })

  test('fails for all who wait, and is asked for anew by the next call', async () => {
    service.next(TOKEN_PATH, failure(401, 'Unknown client'))
    const client = clientOf(service)
    expect(statesOf(await burst(50, client))).toEqual(new Set(['rejected']))
    expect(service.to(TOKEN_PATH)).toHaveLength(1)
    expect((await client.intents.create(PURCHASE)).status).toBe(201)
    expect(service.to(TOKEN_PATH)).toHaveLength(2)
  })

  test('is retried like any other request', async () => {
    service.next(TOKEN_PATH, failure(503), failure(429, 'Wait', { 'retry-after': '1' }))
    expect((await clientOf(service).intents.create(PURCHASE)).attempts).toBe(1)
    expect(service.to(TOKEN_PATH)).toHaveLength(3)
  })

  test('goes on for the others when one caller gives up', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    service.next(TOKEN_PATH, (response, request) => {
      void released.then(() => json(201, { data: { access_token: 'late', expires_in: 60 } })(response, request))
    })
    const client = clientOf(service)
    const caller = new AbortController()
    const impatient = rejectionOf(client.widget.manifest({ signal: caller.signal }))
    const patient = client.widget.manifest()
    await expect.poll(() => service.to(TOKEN_PATH).length).toBe(1)
    caller.abort()
    expect(await impatient).toMatchObject({ code: 'aborted', operation: 'getManifest' })
    release()
    expect((await patient).status).toBe(200)
    expect(service.to(TOKEN_PATH)).toHaveLength(1)
  })

  test('keeps to the deadline of the call that waits for it', async () => {
    service.always(TOKEN_PATH, silence)
    const error = await rejectionOf(clientOf(service).widget.manifest({ deadlineMs: 30 }))
    expect(error).toMatchObject({ code: 'timeout', operation: 'getManifest' })
  })

  test('is asked for anew by a call that comes after the deadline of the client', async () => {
    service.next(TOKEN_PATH, silence)
    const { widget } = clientOf(service, { clock: systemClock, timeoutMs: 600_000, deadlineMs: 100 })
    expect(await rejectionOf(widget.manifest())).toMatchObject({ code: 'timeout' })
    const statusOfNext = () => widget.manifest({ deadlineMs: 5_000 }).then(({ status }) => status, String)
    await expect.poll(statusOfNext).toBe(200)
  })

  test.each([
    ['no token', { data: {} }],
    ['a token that would break the header', { data: { access_token: 'a\r\nb', expires_in: 60 } }],
    ['no JSON', '<html>'],
  ])('is refused where the answer holds %s', async (_, body) => {
    service.always(TOKEN_PATH, json(200, body))
    expect(await rejectionOf(clientOf(service).widget.manifest())).toMatchObject({
      code: 'invalid_answer',
      message: 'The answer holds no token; check baseUrl',
      operation: 'issueToken',
    })
  })
})

describe('renewal', () => {
  test('happens early and in the background', async () => {
    const clock = createManualClock()
    const client = clientOf(service, { clock })
    await client.widget.manifest()
    clock.advance(47 * MINUTE_MS)
    await client.widget.manifest()
    expect(service.to(TOKEN_PATH)).toHaveLength(1)
    clock.advance(2 * MINUTE_MS)
    await client.widget.manifest()
    expect(service.to(MANIFEST_PATH).at(-1)?.headers.authorization).toBe('Bearer token-1')
    await expect.poll(() => service.to(TOKEN_PATH).length).toBe(2)
    const tokenOfNext = async () => {
      await client.widget.manifest()
      return service.to(MANIFEST_PATH).at(-1)?.headers.authorization
    }
    await expect.poll(tokenOfNext).toBe('Bearer token-2')
    expect(service.to(TOKEN_PATH)).toHaveLength(2)
  })

  test.each([
    ['five seconds before the end of an hour', 3_600, 3_595_000],
    ['after half of a life of six seconds', 6, 3_000],
  ])('is needed %s', async (_, expires_in, endsAtMs) => {
    const clock = createManualClock()
    service.next(TOKEN_PATH, json(201, { data: { access_token: 'token-1', expires_in } }))
    service.always(TOKEN_PATH, failure(500))
    const { widget } = clientOf(service, { clock, retry: { maxRetries: 0 } })
    await widget.manifest()
    clock.advance(endsAtMs - 1)
    expect((await widget.manifest()).status).toBe(200)
    clock.advance(1)
    expect(await rejectionOf(widget.manifest())).toMatchObject({ code: 'service_error', operation: 'issueToken' })
  })

  test.each([undefined, null, 0, -60])(
    'happens within five minutes where a token is said to live %s',
    async (expires_in) => {
      const clock = createManualClock()
      service.always(TOKEN_PATH, json(201, { access_token: 'token-of-mine', expires_in }))
      const client = clientOf(service, { clock })
      for (const ms of [0, 239_999]) {
        clock.advance(ms)
        await client.intents.create(PURCHASE)
      }
      expect(service.to(TOKEN_PATH)).toHaveLength(1)
      clock.advance(1)
      await client.intents.create(PURCHASE)
      await expect.poll(() => service.to(TOKEN_PATH).length).toBe(2)
    },
  )

  test('that fails in the background leaves the old token in use, and pauses', async () => {
    const clock = createManualClock()
    const client = clientOf(service, { clock, retry: { maxRetries: 0 } })
    await client.widget.manifest()
    service.always(TOKEN_PATH, failure(500))
    clock.advance(50 * MINUTE_MS)
    await client.widget.manifest()
    await expect.poll(() => service.to(TOKEN_PATH).length).toBe(2)
    for (let call = 0; call < 5; call++) expect((await client.widget.manifest()).status).toBe(200)
    expect(service.to(TOKEN_PATH)).toHaveLength(2)
    clock.advance(6_000)
    await client.widget.manifest()
    await expect.poll(() => service.to(TOKEN_PATH).length).toBe(3)
  })

  test('is waited for once the token has expired', async () => {
    const clock = createManualClock()
    const client = clientOf(service, { clock })
    await client.widget.manifest()
    clock.advance(61 * MINUTE_MS)
    await Promise.all([client.widget.manifest(), client.widget.manifest()])
    expect(service.to(TOKEN_PATH)).toHaveLength(2)
    expect(service.to(MANIFEST_PATH).map((request) => request.headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
    ])
  })
})

describe('a refused token', () => {
  const accepting =
    (token: string): Answering =>
    (response, request) =>
      (request.headers.authorization === `Bearer ${token}` ? json(201, INTENT_BODY) : failure(401))(response, request)

  test('is renewed once for a whole burst in which it expired, and every call is replayed with its key', async () => {
    const client = clientOf(service)
    await burst(10, client)
    service.always(INTENT_PATH, accepting('token-2'))
    expect(statesOf(await burst(50, client))).toEqual(new Set(['fulfilled']))
    expect(service.to(TOKEN_PATH)).toHaveLength(2)
    const keys = service.to(INTENT_PATH).map((request) => JSON.parse(request.body).idempotency_key)
    expect(new Set(keys).size).toBe(60)
  })

  test('is replaced once, and then it is the caller’s failure', async () => {
    service.always(INTENT_PATH, failure(401, 'Disabled client'))
    const error = await rejectionOf(clientOf(service).intents.create(PURCHASE))
    expect(error).toMatchObject({ code: 'authentication_failed', status: 401, attempts: 2, message: 'Disabled client' })
    expect(service.to(TOKEN_PATH)).toHaveLength(2)
  })
})

describe('a cache by itself', () => {
  const cacheOf = () => {
    const clock = createManualClock()
    let issued = 0
    let isDown = false
    const issue = () => {
      issued += 1
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve({ value: `${issued}`, expiresInSeconds: 100 })
    }
    const count = () => issued
    return { clock, cache: createTokenCache(issue, clock), count, goDown: () => void (isDown = true) }
  }

  test('renews when four fifths of a life are over, not a moment sooner', async () => {
    const { cache, clock, count } = cacheOf()
    expect(await cache.get()).toBe('1')
    clock.advance(79_999)
    expect([cache.get(), count()]).toEqual(['1', 1])
    clock.advance(1)
    expect([cache.get(), cache.get(), count()]).toEqual(['1', '1', 2])
    await expect.poll(() => cache.get()).toBe('2')
  })

  describe('of a token that comes late', () => {
    const lateCacheOf = () => {
      const clock = createManualClock()
      let issued = 0
      const issue = () => {
        issued += 1
        clock.advance(30_000)
        return Promise.resolve({ value: `${issued}`, expiresInSeconds: 100 })
      }
      return { clock, cache: createTokenCache(issue, clock), count: () => issued }
    }

    test('counts its life from when it was asked for', async () => {
      const { cache, clock } = lateCacheOf()
      expect(await cache.get()).toBe('1')
      clock.advance(65_000)
      expect(cache.get()).toBeInstanceOf(Promise)
    })

    test('renews it by that as well', async () => {
      const { cache, clock, count } = lateCacheOf()
      await cache.get()
      clock.advance(49_999)
      expect([cache.get(), count()]).toEqual(['1', 1])
      clock.advance(1)
      expect([cache.get(), count()]).toEqual(['1', 2])
    })
  })

  test('tries again five seconds after a renewal that failed, not a moment sooner', async () => {
    const { cache, clock, count, goDown } = cacheOf()
    await cache.get()
    goDown()
    clock.advance(80_000)
    cache.get()
    await expect.poll(() => (cache.get(), count())).toBe(2)
    await new Promise(setImmediate)
    clock.advance(4_999)
    expect([cache.get(), count()]).toEqual(['1', 2])
    clock.advance(1)
    expect([cache.get(), count()]).toEqual(['1', 3])
  })

  test('forgets a token that was refused, and keeps a newer one', async () => {
    const { cache, count } = cacheOf()
    await cache.get()
    cache.reject('another')
    expect([cache.get(), count()]).toEqual(['1', 1])
    cache.reject('1')
    expect(await cache.get()).toBe('2')
    cache.reject('1')
    expect([cache.get(), count()]).toEqual(['2', 2])
  })
})
