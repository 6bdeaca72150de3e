import type { WebhookEvent } from '@coinslot/contract'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { rejectionOf } from '../test/fixtures.ts'
import { APPROVED, KEY, OTHER_KEY, VECTORS } from '../test/webhook-fixtures.ts'
import { signTestWebhook } from './sign-test-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'
import { importSigningKey, signedContent } from './webhook-signature.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => ({ timestamp: new Date(NOW.getTime() + seconds * 1000) })
const reasonOf = async (promise: Promise<unknown>) => ({ ...Object(await rejectionOf(promise)) }).reason

describe('verifyWebhook', () => {
  test('gives the event, typed, with unknown fields kept', async () => {
    const body = JSON.stringify({ ...APPROVED, added_later: 1 })
    const { headers } = await signTestWebhook(body, KEY)
    const event = await verifyWebhook(body, headers, KEY)
    expect(event).toEqual({ ...APPROVED, added_later: 1 })
    if (event.type === 'payment_approved') expectTypeOf(event.data.payment_intent_id).toEqualTypeOf<string>()
    expectTypeOf(event).toEqualTypeOf<WebhookEvent>()
  })

  test.each([
    ['a string', (body: string) => body],
    ['a buffer', (body: string) => Buffer.from(body)],
    ['bytes', (body: string) => new TextEncoder().encode(body)],
    ['an ArrayBuffer', (body: string) => new TextEncoder().encode(body).buffer],
  ])('takes the body as %s', async (_, form) => {
    const { body, headers } = await signTestWebhook({ ...APPROVED, id: 'évt' }, KEY)
    expect(await verifyWebhook(form(body), headers, KEY)).toMatchObject({ id: 'évt' })
  })

  test.each([
    ['a parsed body', APPROVED],
    ['a parsed body that names its own length', { length: 1e9 }],
    ['no body', undefined],
  ])('says that %s is not what was received', async (_, given) => {
    const { headers } = await signTestWebhook(APPROVED, KEY)
    expect(await rejectionOf(verifyWebhook(given as unknown as string, headers, KEY))).toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('raw body'),
    })
  })

  test.each([
    ['Headers', (headers: Record<string, string>) => new Headers(headers)],
    [
      'names in capitals',
      (headers: Record<string, string>) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'lists',
      (headers: Record<string, string>) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
  ])('takes headers as %s', async (_, form) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    expect(await verifyWebhook(body, form(headers), KEY)).toEqual(APPROVED)
  })

  test('accepts any of several keys and any of several signatures, as during a rotation', async () => {
    const old = await signTestWebhook(APPROVED, OTHER_KEY)
    expect(await verifyWebhook(old.body, old.headers, [KEY, OTHER_KEY])).toEqual(APPROVED)
    const current = await signTestWebhook(APPROVED, KEY)
    const both = `${old.headers['webhook-signature']} v1a,ed25519== ${current.headers['webhook-signature']}`
    expect(await verifyWebhook(old.body, { ...old.headers, 'webhook-signature': both }, KEY)).toEqual(APPROVED)
  })

  test.each([
    ['webhook-id', undefined, 'header_missing'],
    ['webhook-timestamp', undefined, 'header_missing'],
    ['webhook-signature', '', 'header_missing'],
    ['webhook-timestamp', 'yesterday', 'timestamp_malformed'],
    ['webhook-timestamp', '1e9', 'timestamp_malformed'],
    ['webhook-timestamp', '-1767225600', 'timestamp_malformed'],
    ['webhook-timestamp', '1767225600s', 'timestamp_malformed'],
    ['webhook-timestamp', '1767225600000', 'timestamp_malformed'],
    ['webhook-signature', 'v1,', 'signature_mismatch'],
    ['webhook-signature', 'v1,%%%', 'signature_mismatch'],
    ['webhook-signature', `v2,${btoa('x'.repeat(32))}`, 'signature_mismatch'],
    ['webhook-signature', `v1,${btoa('x'.repeat(32))}`, 'signature_mismatch'],
    ['webhook-id', 'another', 'signature_mismatch'],
  ])('refuses %s of %j: %s', async (name, value, reason) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    expect(await reasonOf(verifyWebhook(body, { ...headers, [name]: value }, KEY))).toBe(reason)
  })

  test('reads every header of a list, and misses one that is not there', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const other = (await signTestWebhook(APPROVED, OTHER_KEY)).headers['webhook-signature']
    const list = [other ?? '', headers['webhook-signature'] ?? '']
    expect(await verifyWebhook(body, { ...headers, 'webhook-signature': list }, KEY)).toEqual(APPROVED)
    const missing = new Headers(headers)
    missing.delete('webhook-id')
    for (const none of [missing, Object.fromEntries(missing)]) {
      expect(await reasonOf(verifyWebhook(body, none, KEY))).toBe('header_missing')
    }
  })

  test('takes no right signature under the name of another version', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const renamed = headers['webhook-signature']?.replace('v1,', 'v2,')
    expect(await reasonOf(verifyWebhook(body, { ...headers, 'webhook-signature': renamed }, KEY))).toBe(
      'signature_mismatch',
    )
  })

  test('takes a key without its prefix, and none with the prefix elsewhere', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const bare = KEY.replace('whsec_', '')
    expect(await verifyWebhook(body, headers, bare)).toEqual(APPROVED)
    const inside = `${bare.slice(0, 8)}whsec_${bare.slice(8)}`
    expect(await rejectionOf(verifyWebhook(body, headers, inside))).toMatchObject({ code: 'invalid_configuration' })
  })

  test('refuses a signed body that is no UTF-8', async () => {
    const text = JSON.stringify({ ...APPROVED, note: 'x' })
    const bytes = new TextEncoder().encode(text)
    bytes[text.indexOf('"x"') + 1] = 0xff
    const key = await importSigningKey(KEY, 'sign')
    const timestamp = String(Math.floor(NOW.getTime() / 1000))
    const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, signedContent('evt_1', timestamp, bytes)))
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature.toString('base64')}`,
    }
    expect(await reasonOf(verifyWebhook(bytes, headers, KEY, { now: NOW }))).toBe('body_malformed')
  })

  test('checks only the first signatures of a header full of them', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const flood = 'v1,AAAA '.repeat(10_000) + headers['webhook-signature']
    const flooded = verifyWebhook(body, { ...headers, 'webhook-signature': flood }, KEY)
    expect(await reasonOf(flooded)).toBe('signature_mismatch')
  })

  test('refuses another key and another body', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    expect(await reasonOf(verifyWebhook(body, headers, OTHER_KEY))).toBe('signature_mismatch')
    expect(await reasonOf(verifyWebhook(`${body} `, headers, KEY))).toBe('signature_mismatch')
  })

  test.each([
    [-301, 300, 'timestamp_too_old'],
    [301, 300, 'timestamp_too_new'],
    [-11, 10, 'timestamp_too_old'],
    [11, 10, 'timestamp_too_new'],
  ])('refuses a timestamp %i s away with a tolerance of %i s', async (seconds, toleranceSeconds, reason) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY, at(seconds))
    expect(await reasonOf(verifyWebhook(body, headers, KEY, { now: NOW, toleranceSeconds }))).toBe(reason)
  })

  test.each([
    [-301, 'timestamp_too_old'],
    [301, 'timestamp_too_new'],
  ])('refuses a timestamp %i s away unless told otherwise', async (seconds, reason) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY, at(seconds))
    expect(await reasonOf(verifyWebhook(body, headers, KEY, { now: NOW }))).toBe(reason)
  })

  test('checks 16 signatures of a header, and not the 17th', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const after = (count: number) => `${'v1,AAAA '.repeat(count)}${headers['webhook-signature']}`
    const verify = (count: number) => verifyWebhook(body, { ...headers, 'webhook-signature': after(count) }, KEY)
    expect(await verify(15)).toEqual(APPROVED)
    expect(await reasonOf(verify(16))).toBe('signature_mismatch')
  })

  test('takes a key of 24 bytes, and none that is shorter', async () => {
    const keyOf = (bytes: number) => `whsec_${btoa('x'.repeat(bytes))}`
    const { body, headers } = await signTestWebhook(APPROVED, keyOf(24))
    expect(await verifyWebhook(body, headers, keyOf(24))).toEqual(APPROVED)
    expect(await rejectionOf(signTestWebhook(APPROVED, keyOf(23)))).toMatchObject({ code: 'invalid_configuration' })
  })

  test.each([-300, 0, 300])('accepts a timestamp %i s away', async (seconds) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY, at(seconds))
    expect(await verifyWebhook(body, headers, KEY, { now: NOW })).toEqual(APPROVED)
  })

  test.each([
    ['no JSON', '{', 'body_malformed'],
    ['another shape', JSON.stringify({ ...APPROVED, data: {} }), 'body_malformed'],
    ['a text in place of an event', '"payment_approved"', 'body_malformed'],
    ['no type', JSON.stringify({ ...APPROVED, type: undefined }), 'unknown_event'],
    ['a type of a later version', JSON.stringify({ ...APPROVED, type: 'payment_refunded' }), 'unknown_event'],
  ])('refuses a signed body with %s', async (_, body, reason) => {
    const { headers } = await signTestWebhook(body, KEY)
    expect(await reasonOf(verifyWebhook(body, headers, KEY))).toBe(reason)
  })

  test.each([
    ['toleranceSeconds', { toleranceSeconds: Number('five minutes') }],
    ['toleranceSeconds', { toleranceSeconds: -1 }],
    ['now', { now: new Date('today') }],
    ['now', { now: Date.now() as unknown as Date }],
  ])('takes nothing where %s cannot work', async (name, options) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const error = await rejectionOf(verifyWebhook(body, headers, KEY, options))
    expect(error).toMatchObject({ code: 'invalid_configuration', message: expect.stringContaining(name) })
  })

  test('takes null options as none, and says that headers are missing altogether', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    for (const none of [null, { now: null, toleranceSeconds: null }])
      expect(await verifyWebhook(body, headers, KEY, none as never)).toEqual(APPROVED)
    const unread = ['webhook-id', 'webhook-signature'].map((name) => ({ ...headers, [name]: {} }))
    for (const none of [undefined, null, ...unread, { ...headers, 'webhook-timestamp': 7 }]) {
      expect(await reasonOf(verifyWebhook(body, none as never, KEY))).toBe('header_missing')
    }
  })

  test.each([
    ['no key', []],
    ['a key that is not set', undefined as unknown as string],
    ['a list with a key that is not set', [KEY, undefined as unknown as string]],
    ['an empty key', ['whsec_']],
    ['a key that is no base64', ['whsec_%%']],
  ])('cannot work with %s, and does not show it', async (_, keys) => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const error = await rejectionOf(verifyWebhook(body, headers, keys))
    expect(error).toMatchObject({ code: 'invalid_configuration' })
    expect(String(error)).toMatch(/signing.key/)
    expect(String(error)).not.toContain('%%')
  })
})

describe('fixed vectors', () => {
  test.each(VECTORS)(
    '$name verifies here and in both independent libraries',
    async ({ body, headers, key, timestamp }) => {
      const now = new Date(timestamp * 1000)
      expect(await verifyWebhook(body, headers, key, { now })).toEqual(JSON.parse(body))
      const signed = await signTestWebhook(body, key, { id: headers['webhook-id'], timestamp: now })
      expect(signed.headers['webhook-signature']).toBe(headers['webhook-signature'])
      for (const library of [new StandardWebhook(key), new SvixWebhook(key)]) {
        expect(library.sign(headers['webhook-id'], now, body)).toBe(headers['webhook-signature'])
      }
    },
  )
})

describe.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
])('%s', (_, Library) => {
  test('accepts what we sign', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    expect(() => new Library(KEY).verify(body, headers)).not.toThrow()
    expect(() => new Library(OTHER_KEY).verify(body, headers)).toThrow('No matching signature found')
  })

  test('signs what we accept', async () => {
    const body = JSON.stringify(APPROVED)
    const timestamp = new Date()
    const headers = {
      'webhook-id': APPROVED.id,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Library(KEY).sign(APPROVED.id, timestamp, body),
    }
    expect(await verifyWebhook(body, headers, KEY)).toEqual(APPROVED)
  })
})
