import { describe, expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

describe('the key of an address', () => {
  test('is the same for a whole IPv6 /64, and another for the next', () => {
    const keys = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map(addressKey)
    expect(keys).toEqual(['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64'])
  })

  test('is the address itself for IPv4, mapped into IPv6 or not', () => {
    expect(['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.10'].map(addressKey)).toEqual([
      '203.0.113.9',
      '203.0.113.9',
      '203.0.113.10',
    ])
  })

  test('is one for all ports that a proxy names behind it', () => {
    const keys = ['203.0.113.9:4711', '203.0.113.9:4712', '[2001:db8:1:2::1]:4711', '[2001:db8:1:2::9]:4712']
    expect(keys.map(addressKey)).toEqual(['203.0.113.9', '203.0.113.9', '2001:db8:1:2::/64', '2001:db8:1:2::/64'])
  })

  test('is any other text as it stands', () => {
    expect(['', 'fe80::1%eth0x%', '/run/socket'].map(addressKey)).toEqual(['', 'fe80::1%eth0x%', '/run/socket'])
  })
})
