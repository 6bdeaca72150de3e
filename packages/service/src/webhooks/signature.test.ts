import { readFileSync } from 'node:fs'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, test } from 'vitest'
import { signatureHeaders, signingKey } from './signature.ts'
import vectors from './signature.vectors.json' with { type: 'json' }

const message = { id: 'evt_1', at: new Date(), body: '{"type":"payment_approved","data":{"reference":"ü€😀"}}' }
const verifiers = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const

describe('signingKey', () => {
  test('is whsec_ and the base64 of 32 random bytes', () => {
    const key = signingKey()
    expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(signingKey()).not.toBe(key)
  })
})

describe.each(verifiers)('signatureHeaders, verified by %s', (_name, Verifier) => {
  test('is accepted with the key', () => {
    const key = signingKey()
    expect(() => new Verifier(key).verify(message.body, signatureHeaders(message, [key]))).not.toThrow(/signature/i)
  })

  test('is accepted with either of two keys', () => {
    const keys = [signingKey(), signingKey()]
    for (const key of keys) {
      expect(() => new Verifier(key).verify(message.body, signatureHeaders(message, keys))).not.toThrow(/signature/i)
    }
  })

  test('is refused with another key, another body or another id', () => {
    const key = signingKey()
    const headers = signatureHeaders(message, [key])
    const verifier = new Verifier(key)
    expect(() => new Verifier(signingKey()).verify(message.body, headers)).toThrow(/signature/i)
    expect(() => verifier.verify(`${message.body} `, headers)).toThrow(/signature/i)
    expect(() => verifier.verify(message.body, { ...headers, 'webhook-id': 'evt_2' })).toThrow(/signature/i)
  })
})

describe('fixed vectors', () => {
  test.each(vectors)('$name', ({ keys, id, timestamp, body, signature }) => {
    const headers = signatureHeaders({ id, at: new Date(timestamp * 1000 + 999), body }, keys)
    expect(headers).toEqual({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    })
  })
  test('one of them is in the manual, for who verifies in another language', () => {
    const page = readFileSync(new URL('../../../site/pages/guides/webhooks.md', import.meta.url), 'utf8')
    const [, text = ''] = /^```text\n(key .*?)^```$/ms.exec(page) ?? []
    const shown = text.split('\n').flatMap((line) => line.split(/ +/)[1] ?? [])
    const [{ keys, id, timestamp, body, signature }] = vectors as [(typeof vectors)[number]]
    expect(shown).toEqual([...keys, id, String(timestamp), body, signature])
  })
})
