import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf } from '../../test/fixtures.ts'
import { startStubService, type StubService } from '../../test/stub-service.ts'
import { APPROVED, KEY, OTHER_KEY } from '../../test/webhook-fixtures.ts'
import { type Client } from '../client.ts'
import { createMemoryEventStore } from '../event-store.ts'
import { createHandler, type HandlerOptions } from '../handler.ts'
import { signTestWebhook } from '../sign-test-webhook.ts'

let service: StubService
let client: Client
let errors: unknown[]
beforeEach(async () => {
  service = await startStubService()
  client = clientOf(service)
  errors = []
})
afterEach(() => service.close())

const setUp = (options: Partial<HandlerOptions> = {}) => {
  const seen: string[] = []
  const handler = createHandler({
    client,
    webhookKeys: KEY,
    onEvent: (event) => void seen.push(event.id),
    onError: (error) => errors.push(error),
    ...options,
  })
  const deliver = async (event: Parameters<typeof signTestWebhook>[0] = APPROVED, key = KEY, headers = {}) => {
    const signed = await signTestWebhook(event, key)
    return handler(
      new Request('https://shop.test/coinslot/webhook', {
        method: 'POST',
        body: signed.body,
        headers: { ...signed.headers, ...headers },
      }),
    )
  }
  return { deliver, seen, handler }
}

describe('POST webhook', () => {
  test('answers 2xx after the hook has succeeded', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { deliver } = setUp({ onEvent: () => finished })
    let isAnswered = false
    const answer = deliver().then((response) => {
      isAnswered = true
      return response
    })
    await client.widget.manifest()
    expect(isAnswered).toBe(false)
    finish()
    expect((await answer).status).toBe(200)
  })

  test('takes no refused fetch for a delivery: it is tried again', async () => {
    const answers = [503, 204].map((status) => new Response(null, { status }))
    const { deliver } = setUp({ onEvent: () => answers.shift() as unknown as undefined })
    expect((await deliver()).status).toBe(500)
    expect(errors).toMatchObject([{ message: 'onEvent got 503' }])
    expect((await deliver()).status).toBe(200)
    expect(errors).toHaveLength(1)
  })

  test('runs the hook once for an event that is delivered again', async () => {
    const { deliver, seen } = setUp()
    expect([(await deliver()).status, (await deliver()).status]).toEqual([200, 200])
    expect(seen).toEqual(['evt_1'])
  })

  test('runs the hook once for deliveries at the same time, and acknowledges none before it is done', async () => {
    let finish = () => {}
    let runs = 0
    const onEvent = () => {
      runs++
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    const { deliver } = setUp({ onEvent })
    const first = deliver()
    await expect.poll(() => runs).toBe(1)
    const second = await deliver()
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ error: { message: 'This event is being handled' } })
    expect(second.headers.get('retry-after')).toBe('5')
    finish()
    expect((await first).status).toBe(200)
    expect(runs).toBe(1)
  })

  test('lets the next delivery run the hook again after it threw', async () => {
    let runs = 0
    const onEvent = () => {
      if (++runs === 1) throw new Error('the database is down')
    }
    const { deliver } = setUp({ onEvent })
    const failed = await deliver()
    expect(await failed.json()).toMatchObject({ error: { message: 'The event could not be handled' } })
    expect([failed.status, (await deliver()).status, (await deliver()).status]).toEqual([500, 200, 200])
    expect(runs).toBe(2)
    expect(errors).toHaveLength(1)
  })

  test('answers of one whose hook threw once the next delivery may run it again', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const store = createMemoryEventStore()
    const eventStore = { ...store, release: (id: string) => released.then(() => store.release(id)) }
    const onEvent = () => {
      throw new Error('the database is down')
    }
    const { deliver } = setUp({ onEvent, eventStore })
    let isAnswered = false
    const answer = deliver().finally(() => (isAnswered = true))
    await expect.poll(() => errors.length).toBe(1)
    await client.widget.manifest()
    expect(isAnswered).toBe(false)
    release()
    expect((await answer).status).toBe(500)
  })

  test('refuses a forged one with nothing done', async () => {
    const { deliver, seen } = setUp()
    const response = await deliver(APPROVED, OTHER_KEY)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/^The webhook was refused, signature_mismatch: check .* signing_key/) },
    })
    expect(seen).toEqual([])
  })

  test.each([
    ['a list', [OTHER_KEY, KEY]],
    ['a text with commas between them', `${OTHER_KEY},${KEY}`],
    ['a text with spaces as well', ` ${KEY} , ${OTHER_KEY}\n`],
    ['a function', async () => [KEY]],
  ])('takes its keys from %s', async (_, webhookKeys) => {
    expect((await setUp({ webhookKeys }).deliver()).status).toBe(200)
  })

  test('reads its keys anew for each webhook, as a rotation asks for', async () => {
    let current = KEY
    const { deliver, seen } = setUp({ webhookKeys: () => current })
    expect((await deliver()).status).toBe(200)
    current = OTHER_KEY
    expect((await deliver({ ...APPROVED, id: 'evt_2' }, KEY)).status).toBe(401)
    expect((await deliver({ ...APPROVED, id: 'evt_3' }, OTHER_KEY)).status).toBe(200)
    expect(seen).toEqual(['evt_1', 'evt_3'])
  })

  test('refuses what was signed longer ago than it tolerates', async () => {
    const later = new Date(Date.now() + 450_000)
    const { deliver, seen } = setUp({ now: () => later })
    expect((await deliver()).status).toBe(401)
    expect(errors).toMatchObject([{ reason: 'timestamp_too_old' }])
    expect(seen).toEqual([])
    expect((await setUp({ now: () => later, toleranceSeconds: 600 }).deliver()).status).toBe(200)
  })

  test('answers 500, so that the event comes again, where the keys cannot be read', async () => {
    const webhookKeys = () => Promise.reject(new Error('the vault is closed'))
    const answer = await setUp({ webhookKeys }).deliver()
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ error: { message: 'The event could not be handled' } })
    expect(errors).toMatchObject([{ message: 'the vault is closed' }])
  })

  test('acknowledges an event of a type it does not know, without the hook', async () => {
    const { deliver, seen } = setUp()
    const response = await deliver(JSON.stringify({ ...APPROVED, type: 'payment_refunded' }))
    expect([response.status, await response.json()]).toEqual([200, { data: { received: true } }])
    expect(seen).toEqual([])
    expect(errors).toMatchObject([{ reason: 'unknown_event' }])
  })

  test('reads the raw body whatever its content type, and no more than 1 MiB of it', async () => {
    const { deliver } = setUp()
    expect((await deliver(APPROVED, KEY, { 'content-type': 'text/plain' })).status).toBe(200)
    const ofBytes = (bytes: number) => deliver('""'.padStart(bytes))
    expect((await ofBytes(2 ** 20)).status).toBe(401)
    const refused = await ofBytes(2 ** 20 + 1)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ error: { message: 'The body is too large' } })
  })

  test('takes no origin, and asks none, since no page calls it', async () => {
    const { deliver, handler } = setUp()
    expect((await deliver(APPROVED, KEY, { origin: 'https://evil.test' })).status).toBe(200)
    expect((await handler(new Request('https://shop.test/coinslot/webhook', { method: 'OPTIONS' }))).status).toBe(405)
  })

  test('keeps to the store it was given, and acknowledges what it could not mark as done', async () => {
    const memory = createMemoryEventStore()
    const complete = () => Promise.reject(new Error('the store is down'))
    const { deliver, seen } = setUp({ eventStore: { ...memory, complete } })
    expect((await deliver()).status).toBe(200)
    expect((await deliver()).status).toBe(409)
    expect(seen).toEqual(['evt_1'])
    expect(errors).toMatchObject([{ message: 'the store is down' }])
  })

  test('answers 500 where the store cannot be asked', async () => {
    const claim = () => Promise.reject(new Error('the store is down'))
    expect((await setUp({ eventStore: { ...createMemoryEventStore(), claim } }).deliver()).status).toBe(500)
  })

  test('cannot be had without keys', () => {
    expect(() => createHandler({ client, onEvent: () => {} })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration' }),
    )
  })
})
