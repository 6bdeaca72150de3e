import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSecretKey } from '../platform/secret-keys.ts'
import { createSecrets } from '../platform/secrets.ts'
import { readSessionToken, sessionToken } from './session-token.ts'

const secretsOf = (...keys: string[]) =>
  createSecrets({ keys: keys.map(toSecretKey), lookupKey: Buffer.alloc(32), readsEarlierForm: false })
const secrets = secretsOf('one')
const id = '0b54ae9c-0000-4000-8000-000000000001'

describe('decisions.md §3: the access token inside widget_data', () => {
  test('opens what it was made for, and is the same each time', () => {
    const token = sessionToken(secrets, 'pay', id)
    expect(sessionToken(secrets, 'pay', id)).toBe(token)
    expect(readSessionToken(secrets, token)).toEqual({ kind: 'pay', id })
  })

  test('opens nothing under another key, for another kind, one that there is not, or another id', () => {
    const token = sessionToken(secrets, 'pay', id)
    expect(readSessionToken(secretsOf('two'), token)).toBeNull()
    expect(readSessionToken(secrets, token.replace('.pay.', '.kyc.'))).toBeNull()
    expect(readSessionToken(secrets, token.replace('0001.', '0002.'))).toBeNull()
    const ofNoKind = secrets.mac(`checkout-session:v1:refund:${id}`).toString('base64url')
    expect(readSessionToken(secrets, `v1.refund.${id}.${ofNoKind}`)).toBeNull()
  })

  test('opens it as long as its key is among those configured', () => {
    const token = sessionToken(secrets, 'pay', id)
    expect(readSessionToken(secretsOf('two', 'one'), token)).toEqual({ kind: 'pay', id })
    expect(sessionToken(secretsOf('two', 'one'), 'pay', id)).toBe(sessionToken(secretsOf('two'), 'pay', id))
  })

  test('opens nothing when any one character is changed, cut or added', () => {
    const token = sessionToken(secrets, 'kyc', id)
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'z', '.', '0', ''), (index, char) => {
        const forged = token.slice(0, index) + char + token.slice(index + 1)
        expect(readSessionToken(secrets, forged)).toEqual(forged === token ? { kind: 'kyc', id } : null)
      }),
    )
    expect(readSessionToken(secrets, `${token}.`)).toBeNull()
  })

  test('is written in one way: a last character of which some bits count for nothing is no other', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const token = sessionToken(secrets, 'pay', id)
    const unusedBit = alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1] ?? ''
    const respelt = `${token.slice(0, -1)}${unusedBit}`
    const macOf = (text: string) => Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url')
    expect(macOf(respelt)).toEqual(macOf(token))
    expect(readSessionToken(secrets, respelt)).toBeNull()
  })

  test('reads any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readSessionToken(secrets, text)).toBeNull()
        expect(readSessionToken(secrets, `v1.pay.${text}`)).toBeNull()
      }),
    )
  })
})
