import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { placeOf } from '../db/sealed.ts'
import { nameOfKey, splitSecretKeys, toSecretKey } from './secret-keys.ts'
import { createSecrets, isSameSecret, randomSecret, readIfPossible, SecretError, sha256 } from './secrets.ts'

const OLD = 'a secret key for tests, and for tests only'
const NEW = 'another secret key that is newer than the first'
const using = (keys: readonly string[], readsEarlierForm: boolean) =>
  createSecrets({ keys: keys.map(toSecretKey), lookupKey: Buffer.alloc(32, 7), readsEarlierForm })
const withKeys = (...keys: string[]) => using(keys, false)
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

  test('one that was cut short is refused, be it within its tag', () => {
    const sealed = secrets.encrypt('', place)
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => secrets.decrypt({ bytes: sealed.subarray(0, length), place })).toThrow(SecretError)
    }
    expect(secrets.decrypt({ bytes: sealed, place })).toEqual(Buffer.alloc(0))
  })

  test.each([
    ['another row', placeOf('webhook_keys', 'key_encrypted', ['merchant', 'subscription', 'key2'])],
    ['another merchant', placeOf('webhook_keys', 'key_encrypted', ['merchant2', 'subscription', 'key'])],
    ['another table', placeOf('bans', 'value_encrypted', ['merchant', 'subscription', 'key'])],
  ])('a ciphertext that was moved to %s is refused', (_name, elsewhere) => {
    const bytes = secrets.encrypt('whsec_x', place)
    for (const holder of [secrets, withKeys(NEW, OLD)]) {
      expect(() => holder.decrypt({ bytes, place: elsewhere })).toThrow(/changed or moved/)
    }
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

describe('the earlier form, without a key’s name and a place', () => {
  const sealEarlier = (plain: string, key: string) => {
    const nonce = randomBytes(12)
    const encryption = Buffer.from(hkdfSync('sha256', key, 'coinslot', 'encrypt', 32))
    const cipher = createCipheriv('aes-256-gcm', encryption, nonce)
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }

  test.each([OLD, NEW])('is read under whichever of the keys has made it, until that has ended', (key) => {
    const sealed = { bytes: sealEarlier('whsec_x', key), place }
    const both = using([NEW, OLD], true)
    expect(both.decrypt(sealed).toString()).toBe('whsec_x')
    both.endEarlierForm()
    expect(() => both.decrypt(sealed)).toThrow(SecretError)
  })

  test('is refused of a key that is not there, and where it is not read', () => {
    const sealed = { bytes: sealEarlier('whsec_x', OLD), place }
    expect(() => using([NEW], true).decrypt(sealed)).toThrow(/^A value of webhook_keys\.key_encrypted cannot be read: /)
    expect(() => withKeys(OLD).decrypt(sealed)).toThrow(SecretError)
  })

  test('opens no other place to what names one', () => {
    const bytes = using([OLD], true).encrypt('whsec_x', place)
    const elsewhere = placeOf('bans', 'value_encrypted', ['merchant'])
    expect(() => using([OLD], true).decrypt({ bytes, place: elsewhere })).toThrow(/changed or moved/)
  })
})

describe('what is compared, and what is read only where it can be', () => {
  test('a MAC is known under any of the keys, of that text alone', () => {
    const mac = withKeys(OLD).mac('session')
    expect(withKeys(NEW, OLD).isMac('session', mac)).toBe(true)
    expect(withKeys(NEW, OLD).isMac('session2', mac)).toBe(false)
    expect(withKeys(NEW).isMac('session', mac)).toBe(false)
    expect(withKeys(OLD).isMac('session', mac.subarray(1))).toBe(false)
  })

  test('two secrets are the same byte for byte', () => {
    expect(isSameSecret(Buffer.from('abc'), Buffer.from('abc'))).toBe(true)
    expect(isSameSecret(Buffer.from('abc'), Buffer.from('abd'))).toBe(false)
    expect(isSameSecret(Buffer.from('abc'), Buffer.from('abcd'))).toBe(false)
  })

  test('a hash is SHA-256', () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    expect(sha256('').toString('hex')).toBe(empty)
  })

  test('what cannot be read is null, by its own error alone', () => {
    const bytes = secrets.encrypt('whsec_x', place)
    expect(readIfPossible(secrets, { bytes, place })).toBe('whsec_x')
    expect(readIfPossible(withKeys(NEW), { bytes, place })).toBeNull()
    const broken = { ...secrets, decrypt: () => expect.unreachable('a fault of the service') }
    expect(() => readIfPossible(broken, { bytes, place })).toThrow('a fault of the service')
  })

  test('an error is told by its code', () => {
    const bytes = Buffer.concat([secrets.encrypt('whsec_x', place), Buffer.from('more')])
    const read = () => secrets.decrypt({ bytes, place })
    expect(read).toThrow(expect.objectContaining({ name: 'SecretError', code: 'secret_unreadable' }))
  })

  test('there is no secret without a key', () => {
    expect(() => withKeys()).toThrow('There is at least one secret key')
  })
})

describe('COINSLOT_SECRET_KEY', () => {
  test('holds one key, or several, newest first, separated by commas', () => {
    expect(splitSecretKeys(OLD.replace(',', ''))).toEqual([OLD.replace(',', '')])
    const list = `${'n'.repeat(32)}, ${'o'.repeat(32)}`
    expect(splitSecretKeys(list).slice(0, 2)).toEqual(['n'.repeat(32), 'o'.repeat(32)])
  })

  test('is named by what its newest key has encrypted, behind the form', () => {
    const sealed = withKeys(NEW, OLD).encrypt('whsec_x', place)
    expect(nameOfKey(toSecretKey(NEW))).toBe(sealed.subarray(1, 5).toString('hex'))
  })

  test('a part that is too short, the space around it aside, belongs to the one beside it', () => {
    const [first, second] = ['n'.repeat(32), 'o'.repeat(32)]
    expect(splitSecretKeys(`ok,${first}`)).toEqual([`ok,${first}`])
    expect(splitSecretKeys(`${first},ok,${second}`).slice(0, 1)).toEqual([first])
    expect(splitSecretKeys(`${first},${second},ok`).slice(0, 2)).toEqual([first, `${second},ok`])
    expect(splitSecretKeys(`${first},${'o'.repeat(31)} `)[0]).toBe(`${first},${'o'.repeat(31)} `)
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
