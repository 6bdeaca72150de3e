import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, PURCHASE } from '../../test/fixtures.ts'
import { failure, MANIFEST, MANIFEST_PATH, startStubService, type StubService } from '../../test/stub-service.ts'
import { createHandler, type HandlerOptions } from '../handler.ts'

let service: StubService
beforeEach(async () => {
  service = await startStubService()
})
afterEach(() => service.close())

const handlerOf = (options: Partial<HandlerOptions> = {}) =>
  createHandler({
    client: clientOf(service, { retry: { maxRetries: 0 } }),
    resolveIntent: () => PURCHASE,
    onError: () => {},
    ...options,
  })

const request = (path: string, init: RequestInit = {}) => new Request(`https://shop.test/coinslot/${path}`, init)

describe('GET manifest', () => {
  test('gives the manifest, the script’s URL and the public client id, cached for seconds', async () => {
    const response = await handlerOf({ manifestMaxAgeSeconds: 12 })(request('manifest'))
    expect(await response.json()).toEqual({
      data: MANIFEST,
      script_url: `${service.url}/widget/payments-widget-1.2.3.js`,
      client_id: 'client-1',
    })
    expect(response.headers.get('cache-control')).toBe('public, max-age=12')
  })

  test('is kept for a second at least', async () => {
    const { headers } = await handlerOf({ manifestMaxAgeSeconds: 0 })(request('manifest'))
    expect(headers.get('cache-control')).toBe('public, max-age=1')
  })

  test('asks the service once for many pages at once', async () => {
    const handler = handlerOf()
    await Promise.all(Array.from({ length: 20 }, () => handler(request('manifest'))))
    await handler(request('manifest'))
    expect(service.to(MANIFEST_PATH)).toHaveLength(1)
  })

  test('answers 304 to the same ETag', async () => {
    const handler = handlerOf()
    const etag = (await handler(request('manifest'))).headers.get('etag') ?? ''
    const conditional = (value: string) => handler(request('manifest', { headers: { 'if-none-match': value } }))
    expect(etag).toMatch(/^"[\w+/]{24}"$/)
    expect((await conditional(etag)).status).toBe(304)
    expect((await conditional(`"other", W/${etag}`)).status).toBe(304)
    expect((await conditional('*')).status).toBe(304)
    for (const list of [`"other" , ${etag}`, `${etag} , "other"`, `"other",${etag}`])
      expect((await conditional(list)).status, list).toBe(304)
    expect((await conditional('"other"')).status).toBe(200)
  })

  test('says with a 304 for how long that holds, as RFC 9110 asks', async () => {
    const handler = handlerOf()
    const whole = await handler(request('manifest'))
    const etag = whole.headers.get('etag') ?? ''
    const { headers } = await handler(request('manifest', { headers: { 'if-none-match': etag } }))
    for (const name of ['etag', 'cache-control']) expect(headers.get(name), name).toBe(whole.headers.get(name))
  })

  test('does not keep other requests waiting over an if-none-match that is full of spaces', async () => {
    const handler = handlerOf()
    await handler(request('manifest'))
    const hostile = request('manifest', { headers: { 'if-none-match': `"${' '.repeat(600_000)}"` } })
    expect((await handler(hostile)).status).toBe(200)
  })

  test('is read anew when its seconds are over, and not before', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const handler = handlerOf({ manifestMaxAgeSeconds: 12, now: () => new Date(now) })
    await handler(request('manifest'))
    now += 11_999
    await handler(request('manifest'))
    expect(service.to(MANIFEST_PATH)).toHaveLength(1)
    now += 1
    await handler(request('manifest'))
    expect(service.to(MANIFEST_PATH)).toHaveLength(2)
  })

  test('is read anew where the clock was set back', async () => {
    let now = Date.parse('2026-01-02T00:00:00Z')
    const handler = handlerOf({ manifestMaxAgeSeconds: 12, now: () => new Date(now) })
    await handler(request('manifest'))
    now -= 24 * 3_600_000
    await handler(request('manifest'))
    await handler(request('manifest'))
    expect(service.to(MANIFEST_PATH)).toHaveLength(2)
  })

  test('is used ten times as long while the service is away, and no longer', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const handler = handlerOf({ manifestMaxAgeSeconds: 12, now: () => new Date(now) })
    await handler(request('manifest'))
    service.always(MANIFEST_PATH, failure(503))
    now += 119_999
    expect((await handler(request('manifest'))).status).toBe(200)
    now += 1
    expect((await handler(request('manifest'))).status).toBe(503)
  })

  test('answers HEAD, and no other method', async () => {
    const handler = handlerOf()
    expect((await handler(request('manifest', { method: 'HEAD' }))).status).toBe(200)
    const refused = await handler(request('manifest', { method: 'DELETE' }))
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await handler(request('intent', { method: 'HEAD' }))).status).toBe(405)
  })

  test('is tried again after a failure', async () => {
    service.next(MANIFEST_PATH, failure(503))
    const handler = handlerOf()
    expect((await handler(request('manifest'))).status).toBe(503)
    expect((await handler(request('manifest'))).status).toBe(200)
  })
})
