import { describe, expect, test } from 'vitest'
import { plainAddress } from './plain-address.ts'

describe('the plain form of an address', () => {
  test.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
  ])('of %s is %s', (text, plain) => expect(plainAddress(text)).toBe(plain))

  test.each(['203.0.113.9', '2001:db8::9', '2001:db8::9:4711', '', '/run/socket', 'unknown', '999.0.0.1'])(
    '%j is its own',
    (text) => expect(plainAddress(text)).toBe(text),
  )
})
