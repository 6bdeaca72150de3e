import { describe, expect, test } from 'vitest'
import { placeOf } from '../db/sealed.ts'
import { splitSecretKeys, toSecretKey } from './secret-keys.ts'
import { createSecrets, randomSecret, SecretError } from './secrets.ts'

const OLD = 'a secret key for tests, and for tests only'
const NEW = 'another secret key that is newer than the first'
const withKeys = (...keys: string[]) =>
  createSecrets({ keys: keys.map(toSecretKey), lookupKey: Buffer.alloc(32, 7), readsEarlierForm: false })
const secrets = withKeys(OLD)
const place = placeOf('webhook_keys', 'key_encrypted', ['merchant', 'subscription', 'key'])

describe('secrets at rest', () => {
  test('what was encrypted is read back, and never looks the same', () => {
    const [first, second] = [secrets.encrypt('whsec_x', place), secrets.encrypt('whsec_x', place)]
    expect(secrets.decrypt({ bytes: first, place }).toString()).toBe('whsec_x')
    expect(first.equals(second)).toBe(false)
    expect(first.includes('whsec_x')).toBe(false)
  })

  test('one changed bit, wherever it is, is refused', () => {
    const sealed = secrets.encrypt('whsec_x', place)
    for (let index = 0; index < sealed.length; index += 1) {
      const bytes = Buffer.from(sealed)
      bytes[index] = (bytes[index] ?? 0) ^ 1
      expect(() => secrets.decrypt({ bytes, place })).toThrow(SecretError)
    }
  })

  test.each([
    ['another row', placeOf('webhook_keys', 'key_encrypted', ['merchant', 'subscription', 'key2'])],
    ['another merchant', placeOf('webhook_keys', 'key_encrypted', ['merchant2', 'subscription', 'key'])],
    ['another table', placeOf('bans', 'value_encrypted', ['merchant', 'subscription', 'key'])],
  ])('a ciphertext that was moved to %s is refused', (_name, elsewhere) => {
    const bytes = secrets.encrypt('whsec_x', place)
    expect(() => secrets.decrypt({ bytes, place: elsewhere })).toThrow(/changed or moved/)
  })

  test('several keys: the newest encrypts, all are read, and a missing one is named', () => {
    const old = secrets.encrypt('whsec_x', place)
    const both = withKeys(NEW, OLD)
    const renewed = both.encrypt(both.decrypt({ bytes: old, place }), place)
    expect(withKeys(NEW).decrypt({ bytes: renewed, place }).toString()).toBe('whsec_x')
    const id = toSecretKey(OLD).id.toString('hex')
    expect(() => withKeys(NEW).decrypt({ bytes: old, place })).toThrow(new RegExp(`^[^\n]*key ${id}[^\n]*$`))
  })

  test('hashes find a value under one key only, whatever the secret keys', () => {
    expect(secrets.hash('a')).toEqual(withKeys(randomSecret()).hash('a'))
    expect(secrets.hash('a')).not.toEqual(secrets.hash('b'))
    const other = createSecrets({ keys: [toSecretKey(OLD)], lookupKey: Buffer.alloc(32, 8), readsEarlierForm: false })
    expect(other.hash('a')).not.toEqual(secrets.hash('a'))
  })
})

describe('COINSLOT_SECRET_KEY', () => {
  test('holds one key, or several, newest first, separated by commas', () => {
    expect(splitSecretKeys(OLD.replace(',', ''))).toEqual([OLD.replace(',', '')])
    const list = `${'n'.repeat(32)}, ${'o'.repeat(32)}`
    expect(splitSecretKeys(list).slice(0, 2)).toEqual(['n'.repeat(32), 'o'.repeat(32)])
  })

  test('that was one key with commas in it stays that key, and can be followed by another', () => {
    expect(splitSecretKeys(OLD)).toEqual([OLD])
    expect(splitSecretKeys(`${OLD}\n`)).toEqual([`${OLD}\n`, OLD])
    expect(splitSecretKeys(`${NEW}, ok`)).toEqual([`${NEW}, ok`])
    expect(splitSecretKeys(`${'n'.repeat(32)},${OLD}`).slice(0, 2)).toEqual(['n'.repeat(32), OLD])
    const list = `${'n'.repeat(32)},${'o'.repeat(32)}`
    const sealed = withKeys(list).encrypt('whsec_x', place)
    expect(
      withKeys(...splitSecretKeys(list))
        .decrypt({ bytes: sealed, place })
        .toString(),
    ).toBe('whsec_x')
  })
})
