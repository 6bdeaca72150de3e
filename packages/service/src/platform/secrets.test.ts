import { describe, expect, test } from 'vitest'
import { createSecrets, randomSecret } from './secrets.ts'

const secrets = createSecrets('a secret key for tests, and for tests only')

describe('secrets at rest', () => {
  test('what was encrypted is read back, and never looks the same', () => {
    const [first, second] = [secrets.encrypt('whsec_x'), secrets.encrypt('whsec_x')]
    expect(secrets.decrypt(first).toString()).toBe('whsec_x')
    expect(first.equals(second)).toBe(false)
    expect(first.includes('whsec_x')).toBe(false)
  })

  test('one changed bit or another key is refused', () => {
    const sealed = secrets.encrypt('whsec_x')
    const changed = Buffer.from(sealed)
    changed[sealed.length - 1] = (changed[sealed.length - 1] ?? 0) ^ 1
    expect(() => secrets.decrypt(changed)).toThrow(/authenticate/)
    expect(() => createSecrets(randomSecret()).decrypt(sealed)).toThrow(/authenticate/)
  })

  test('hashes find a value under one key only', () => {
    expect(secrets.hash('a')).toEqual(secrets.hash('a'))
    expect(secrets.hash('a')).not.toEqual(secrets.hash('b'))
    expect(createSecrets(randomSecret()).hash('a')).not.toEqual(secrets.hash('a'))
  })
})
