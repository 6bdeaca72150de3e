import { randomUUID } from 'node:crypto'
import { LIMITS, type SubscriptionCreate, subscriptionSchema } from '@coinslot/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approve } from '../../test/events.ts'
import { answer, type Received, resetInMidAnswer } from '../../test/fault-endpoint.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { notificationsFixture, notificationsOf } from '../../test/notifications.ts'
import { countKeys, insertSubscription } from './subscription-store.ts'

const PATH = '/notifications/v1/subscriptions'
const HOUR_MS = 60 * 60 * 1000

const given = notificationsFixture()

const create = (fields: Partial<SubscriptionCreate> = {}) =>
  given.notifications.create({ endpoint: given.endpoint.url, ...fields })

/** The signature that was sent, and what an independent library signs the same message with under each key. */
const signatures = <Name extends string>(received: Received | undefined, keys: Record<Name, string>) => {
  const { headers, body } = received ?? { path: '', headers: {}, body: '' }
  const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000)
  const by = (key: string) => new Webhook(key).sign(headers['webhook-id'] ?? '', timestamp, body)
  const named = Object.entries<string>(keys).map(([name, key]) => [name, by(key)])
  return { sent: headers['webhook-signature'], ...(Object.fromEntries(named) as Record<Name, string>) }
}

describe('managing subscriptions', () => {
  test('creates an enabled one with a key of 32 bytes', async () => {
    const { status, json } = await given.notifications.call('POST', '', {
      endpoint: given.endpoint.url,
      description: 'Shop',
    })
    expect(status).toBe(201)
    expect(json?.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      description: 'Shop',
      endpoint: given.endpoint.url,
      signing_key: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      status: 'enabled',
      version: '1',
    })
    expect((await given.notifications.call('GET', '')).json?.data).toEqual([json?.data])
  })

  test('keeps the signing key encrypted', async () => {
    const { id, signing_key } = await create()
    const { key_encrypted } = await given.service.deps.db
      .selectFrom('webhook_keys')
      .select('key_encrypted')
      .where('subscription_id', '=', id)
      .executeTakeFirstOrThrow()
    const bytes = Buffer.from(signing_key.slice('whsec_'.length), 'base64')
    expect(key_encrypted.includes(bytes) || key_encrypted.includes(signing_key)).toBe(false)
  })

  test('changes endpoint and description, each alone', async () => {
    const { id, signing_key } = await create({ description: 'Shop' })
    const changed = { id, description: 'New', endpoint: 'https://shop.example/hook', status: 'enabled', version: '1' }
    const moved = await given.notifications.call('PATCH', `/${id}`, { endpoint: changed.endpoint })
    expect(moved.data(subscriptionSchema).description).toBe('Shop')
    const { status, json } = await given.notifications.call('PATCH', `/${id}`, { description: 'New' })
    expect([status, json?.data]).toEqual([200, { ...changed, signing_key }])
  })

  test('takes the types of events that are wanted, until all are wanted again', async () => {
    const created = await create({ event_types: ['payment_approved', 'payment_approved'] })
    expect(created.event_types).toEqual(['payment_approved'])
    const patch = async (event_types: unknown) => given.notifications.call('PATCH', `/${created.id}`, { event_types })
    expect((await patch(['kyc_approved', 'kyc_rejected'])).json?.data).toMatchObject({
      event_types: ['kyc_approved', 'kyc_rejected'],
    })
    const unknown = await patch(['kyc_approved', 'refund'])
    expect([unknown.status, unknown.json?.error?.code]).toEqual([400, 2])
    expect((await given.notifications.call('GET', '')).json?.data).toMatchObject([
      { event_types: ['kyc_approved', 'kyc_rejected'] },
    ])
    expect((await patch(null)).data(subscriptionSchema).event_types).toBeUndefined()
  })

  test('disables and enables, and changes nothing the second time', async () => {
    const { id } = await create()
    for (const [action, status] of [
      ['disable', 'disabled'],
      ['disable', 'disabled'],
      ['enable', 'enabled'],
      ['enable', 'enabled'],
    ] as const) {
      const answered = await given.notifications.call('POST', `/${id}/${action}`)
      expect([answered.status, answered.data(subscriptionSchema).status]).toEqual([200, status])
    }
  })

  test('deletes with 204 and no body', async () => {
    const { id } = await create()
    const { status, text } = await given.notifications.call('DELETE', `/${id}`)
    expect([status, text]).toEqual([204, ''])
    expect((await given.notifications.call('GET', '')).json?.data).toEqual([])
    expect((await given.notifications.call('DELETE', `/${id}`)).status).toBe(404)
  })

  test.each([
    [{}, /^endpoint: /],
    [{ endpoint: 'ftp://shop.example/' }, /^endpoint: /],
    [{ endpoint: 'https://user:secret@shop.example/' }, /^endpoint: /],
    [{ endpoint: 'https://shop.example/', description: 'x'.repeat(256) }, /^description: /],
    [{ endpoint: 'https://shop.example/', status: 'paused' }, /^status: /],
    [{ endpoint: 'https://shop.example/', event_types: ['payment_refunded'] }, /^event_types\.0: /],
    [{ endpoint: 'https://shop.example/', event_types: [] }, /^event_types: /],
  ])('refuses %j', async (body, message) => {
    const { status, json } = await given.notifications.call('POST', '', body)
    expect(status).toBe(400)
    expect(json?.error?.message).toMatch(message)
  })

  test('refuses an id that is no UUID, and knows no other', async () => {
    expect((await given.notifications.call('POST', '/1/enable')).status).toBe(400)
    expect((await given.notifications.call('POST', `/${randomUUID()}/enable`)).status).toBe(404)
  })
})

describe('the bound on enabled subscriptions', () => {
  test('is 3 in sandbox mode: creating or enabling past it is 429', async () => {
    for (let count = 0; count < 3; count += 1) await create()
    expect((await given.notifications.call('POST', '', { endpoint: given.endpoint.url })).status).toBe(429)
    const fourth = await create({ status: 'disabled' })
    expect(fourth.status).toBe('disabled')
    expect((await given.notifications.call('POST', `/${fourth.id}/enable`)).status).toBe(429)
  })

  test('does not keep one that is enabled from being enabled again, as who has lost the answer does', async () => {
    const [first] = [await create(), await create(), await create()]
    const again = await given.notifications.call('POST', `/${first.id}/enable`)
    expect([again.status, again.data(subscriptionSchema).status]).toEqual([200, 'enabled'])
  })

  test('holds when many are created and enabled at once', async () => {
    const waiting = await Promise.all(Array.from({ length: 5 }, () => create({ status: 'disabled' })))
    const answers = await Promise.all([
      ...waiting.map(({ id }) => given.notifications.call('POST', `/${id}/enable`)),
      ...waiting.map(() => given.notifications.call('POST', '', { endpoint: given.endpoint.url })),
    ])
    const enabled = answers.filter(({ status }) => status !== 429)
    expect(enabled).toHaveLength(3)
  })
})

describe('the bound on subscriptions, disabled ones included', () => {
  test('is 100: creating past it is 429 until one is deleted, for its merchant alone', async () => {
    const made = [await create({ status: 'disabled' })]
    while (made.length < LIMITS.subscriptions) made.push(await create({ status: 'disabled' }))
    const another = { endpoint: given.endpoint.url, status: 'disabled' } as const
    const refused = await Promise.all([1, 2, 3].map(() => given.notifications.call('POST', '', another)))
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
    expect(refused[0]?.json?.error?.message).toBe('A merchant has at most 100 subscriptions; delete one first')
    await notificationsOf(given.service, await given.service.createMerchant()).create(another)
    await given.notifications.call('DELETE', `/${made[0]?.id}`)
    const answers = await Promise.all([1, 2, 3].map(() => given.notifications.call('POST', '', another)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  })
})

describe('tenants', () => {
  test('cannot reach one another', async () => {
    const { id } = await create()
    await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(() => given.endpoint.received.length).toBe(1)
    const [delivery] = (await given.notifications.deliveries(id)).deliveries
    const deliveryId = delivery?.id
    const before = (await given.notifications.call('GET', '')).json?.data
    const other = notificationsOf(given.service, await given.service.createMerchant())
    expect((await other.call('GET', '')).json?.data).toEqual([])
    const attempts = await Promise.all([
      other.call('PATCH', `/${id}`, { description: 'mine' }),
      other.call('DELETE', `/${id}`),
      ...['test', 'enable', 'disable', 'rotate-key'].map((action) => other.call('POST', `/${id}/${action}`)),
      other.call('GET', `/${id}/deliveries`),
      other.call('POST', `/${id}/deliveries/${deliveryId}/replay`),
      other.call('POST', `/${id}/replay?since=2026-01-01T00:00:00Z`),
    ])
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404))
    const ours = await other.create({ endpoint: given.endpoint.url })
    expect((await other.call('POST', `/${ours.id}/deliveries/${deliveryId}/replay`)).status).toBe(404)
    expect((await given.notifications.call('GET', '')).json?.data).toEqual(before)
  })
})

describe('a test webhook', () => {
  test('arrives signed, and tells status and duration', async () => {
    const { id, signing_key } = await create()
    given.endpoint.behave(answer(202))
    const { status, json } = await given.notifications.call('POST', `/${id}/test`)
    expect([status, json?.data]).toEqual([200, { delivered: true, status_code: 202, duration_ms: expect.any(Number) }])
    const [received] = given.endpoint.received
    const event = JSON.parse(received?.body ?? '')
    expect(event).toMatchObject({ type: 'webhook_test', version: '1', data: { subscription_id: id } })
    expect(event.id).toBe(received?.headers['webhook-id'])
    const { sent, ours } = signatures(received, { ours: signing_key })
    expect(sent).toBe(ours)
  })

  test('may go to a disabled subscription', async () => {
    const { id } = await create({ status: 'disabled' })
    expect((await given.notifications.call('POST', `/${id}/test`)).status).toBe(200)
  })

  test('that fails is a 502 that names the class and nothing the endpoint said', async () => {
    const { id } = await create()
    given.endpoint.behave(answer(500, { 'x-secret': 'secret header' }), resetInMidAnswer)
    const failed = await given.notifications.call('POST', `/${id}/test`)
    expect([failed.status, failed.json?.error?.message]).toEqual([502, expect.stringContaining('status 500')])
    expect(failed.text + JSON.stringify([...failed.headers])).not.toContain('secret')
    expect((await given.notifications.call('POST', `/${id}/test`)).json?.error?.message).toContain('connection reset')
  })

  test.each([
    ['http://127.0.0.1:9/', 'connection refused'],
    ['http://169.254.169.254/latest/meta-data', 'address not allowed'],
  ])('to %s is a 502: %s', async (url, words) => {
    const { id } = await create({ endpoint: url })
    const { status, json } = await given.notifications.call('POST', `/${id}/test`)
    expect([status, json?.error?.message]).toEqual([502, expect.stringContaining(words)])
  })
})

describe.skipIf(isTwofold)('the attack of flooding a host with test webhooks', () => {
  const floodOf = async (ids: readonly string[]) =>
    Promise.all(ids.map((id) => given.notifications.call('POST', `/${id}/test`)))

  test('ends after 10 per minute and subscription, with a 429 that says when to go on', async () => {
    const { id } = await create()
    const answers = await floodOf(Array.from({ length: 200 }, () => id))
    const refused = answers.filter(({ status }) => status === 429)
    expect(given.endpoint.received).toHaveLength(10)
    expect(refused).toHaveLength(190)
    expect(refused[0]?.json?.error).toMatchObject({ status: 429, reason: 'Too Many Requests' })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await given.notifications.advance(60_000)
    expect((await given.notifications.call('POST', `/${id}/test`)).status).toBe(200)
  })

  test('ends after 20 per minute and merchant, whatever it creates, and leaves other merchants alone', async () => {
    const subscriptions = [await create(), await create(), await create()]
    await floodOf(subscriptions.flatMap(({ id }) => Array.from({ length: 10 }, () => id)))
    expect(given.endpoint.received).toHaveLength(20)
    const other = notificationsOf(given.service, await given.service.createMerchant())
    const { id } = await other.create({ endpoint: given.endpoint.url })
    expect((await other.call('POST', `/${id}/test`)).status).toBe(200)
  })

  test('counts none that the limit of the merchant refuses: after the pause it was told, the next is sent', async () => {
    const [first, second, third] = [await create(), await create(), await create()]
    await floodOf([first, second].flatMap(({ id }) => Array.from({ length: 10 }, () => id)))
    await given.notifications.advance(30_000)
    const refused = await floodOf(Array.from({ length: 10 }, () => third.id))
    expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['30']))
    await given.notifications.advance(30_000)
    expect((await given.notifications.call('POST', `/${third.id}/test`)).status).toBe(200)
  })
})

test('a key that cannot be read is shown as empty beside the others, signs no test, and another takes its place', async () => {
  const [lost, well] = [await create(), await create()]
  await given.service.deps.db
    .updateTable('webhook_keys')
    .set({ key_encrypted: Buffer.from('unreadable') })
    .where('subscription_id', '=', lost.id)
    .execute()
  const listed = async () => {
    const subscriptions = (await given.notifications.call('GET', '')).data(z.array(subscriptionSchema))
    return Object.fromEntries(subscriptions.map(({ id, signing_key }) => [id, signing_key]))
  }
  expect(await listed()).toEqual({ [lost.id]: '', [well.id]: well.signing_key })
  const unsigned = await given.notifications.call('POST', `/${lost.id}/test`)
  expect([unsigned.status, given.endpoint.received]).toEqual([400, []])
  const rotated = await given.notifications.call('POST', `/${lost.id}/rotate-key`)
  const { signing_key } = rotated.data(subscriptionSchema)
  expect(await listed()).toEqual({ [lost.id]: signing_key, [well.id]: well.signing_key })
  expect((await given.notifications.call('POST', `/${lost.id}/test`)).status).toBe(200)
})

describe('a rotated key', () => {
  test('signs beside the new one for 24 hours', async () => {
    const { id, signing_key: old } = await create()
    const rotated = await given.notifications.call('POST', `/${id}/rotate-key`)
    const { signing_key: fresh } = rotated.data(subscriptionSchema)
    expect([rotated.status, fresh === old]).toEqual([200, false])
    const signedNow = async () => {
      await given.notifications.call('POST', `/${id}/test`)
      return signatures(given.endpoint.received.at(-1), { old, fresh })
    }
    const during = await signedNow()
    expect(during.sent).toBe(`${during.fresh} ${during.old}`)
    await given.notifications.advance(24 * HOUR_MS - 1_000)
    const late = await signedNow()
    expect(late.sent).toBe(`${late.fresh} ${late.old}`)
    await given.notifications.advance(1_000)
    const after = await signedNow()
    expect(after.sent).toBe(after.fresh)
  })

  test('signs, and can be read, also where the path wrote the id in capitals', async () => {
    const { id, signing_key: old } = await create()
    const rotated = await given.notifications.call('POST', `/${id.toUpperCase()}/rotate-key`)
    const { signing_key: fresh } = rotated.data(subscriptionSchema)
    expect(fresh).toMatch(/^whsec_./)
    expect((await given.notifications.call('POST', `/${id}/test`)).status).toBe(200)
    const { sent, ...by } = signatures(given.endpoint.received.at(-1), { old, fresh })
    expect(sent).toBe(`${by.fresh} ${by.old}`)
  })

  test('signs no longer for being followed by another', async () => {
    const { id } = await create()
    const rotate = async () => (await given.notifications.call('POST', `/${id}/rotate-key`)).data(subscriptionSchema)
    const { signing_key: second } = await rotate()
    await given.notifications.advance(12 * HOUR_MS)
    const { signing_key: third } = await rotate()
    await given.notifications.advance(12 * HOUR_MS)
    await given.notifications.call('POST', `/${id}/test`)
    const by = signatures(given.endpoint.received.at(-1), { second, third })
    expect(by.sent).toBe(`${by.third} ${by.second}`)
  })

  test('is one of ten that sign at most: another rotation is 429 until one of them is over', async () => {
    const { id } = await create()
    const rotate = async () => given.notifications.call('POST', `/${id}/rotate-key`)
    expect((await rotate()).status).toBe(200)
    await given.notifications.advance(HOUR_MS)
    const answers = await Promise.all(Array.from({ length: 11 }, rotate))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(3).fill(String(23 * 3_600)))
    await given.notifications.call('POST', `/${id}/test`)
    expect(given.endpoint.received.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(10)
    await given.notifications.advance(22 * HOUR_MS + 500)
    expect((await rotate()).headers.get('retry-after')).toBe('3600')
    await given.notifications.advance(HOUR_MS - 500)
    expect((await rotate()).status).toBe(200)
    expect((await rotate()).headers.get('retry-after')).toBe('3600')
  })

  test('takes no place once its time is over, before it is cleared away', async () => {
    const { id } = await create()
    await given.notifications.call('POST', `/${id}/rotate-key`)
    const { deps, clock } = given.service
    const key = { id, merchantId: given.merchant.merchantId }
    const keysIn = async (ms: number) => (await countKeys(deps.db, key, new Date(clock.now().getTime() + ms))).count
    expect([await keysIn(24 * HOUR_MS - 1_000), await keysIn(24 * HOUR_MS)]).toEqual([2, 1])
  })
})

describe('production mode', () => {
  let production: TestService
  beforeAll(async () => {
    production = await startTestService({ config: { mode: 'production', allowPrivateWebhooks: true } })
  })
  afterAll(() => production.close())

  test('takes https endpoints only, and one enabled subscription', async () => {
    expect((await production.post(PATH, { endpoint: 'http://shop.example/' })).status).toBe(400)
    const first = await production.post(PATH, { endpoint: 'https://shop.example/' })
    expect(first.status).toBe(201)
    expect((await production.post(PATH, { endpoint: 'https://shop.example/' })).status).toBe(429)
    const { id } = first.data(subscriptionSchema)
    const changed = await production.request(`${PATH}/${id}`, {
      method: 'PATCH',
      body: { endpoint: 'http://shop.example/' },
    })
    expect(changed.status).toBe(400)
  })

  test.each(['https://127.0.0.1/', 'https://localhost/', 'https://2130706433/', 'https://[::ffff:10.0.0.1]/'])(
    'sends nothing to %s, whatever it is told to allow',
    async (endpointUrl) => {
      const created = await production.post(PATH, { endpoint: endpointUrl, status: 'disabled' })
      const { status, json } = await production.post(`${PATH}/${created.data(subscriptionSchema).id}/test`)
      expect([status, json?.error?.message]).toEqual([502, expect.stringContaining('address not allowed')])
    },
  )

  test('sends nothing without TLS, not even to an endpoint from before', async () => {
    const { db, secrets, clock } = production.deps
    const { merchantId, token } = await production.createMerchant()
    const endpoint = 'http://shop.example/'
    const earlier = { merchantId, endpoint, description: '', status: 'enabled' as const, at: clock.now() }
    const id = await insertSubscription(db, secrets, earlier)
    const { status, json } = await production.post(`${PATH}/${id}/test`, undefined, { token })
    expect([status, json?.error?.message]).toEqual([502, expect.stringContaining('address not allowed')])
  })
})
