import { describe, expect, test } from 'vitest'
import { isAddressAllowed } from './address-rules.ts'

const PUBLIC = ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:80e::200e']
const LOCAL = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '::1',
  'fd12::1',
]
const NEVER = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  'link-local and metadata': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fec0::1', '168.63.129.16'],
  'metadata in a private range': ['fd00:ec2::254', 'fd00:0ec2:0:0::0254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'],
  'shared by carriers (CGNAT)': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::ffff:0:127.0.0.1'],
  'IPv4-compatible': ['::127.0.0.1', '::2', '::a9fe:a9fe'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:808:808::1', '2001:0:7f00:1::'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
  'reserved, for documentation or tests': [
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '100::1',
    '100:0:0:1::1',
  ],
  'given to nobody': ['4000::1', '8000::1', 'c000::1', 'e000::1', '400::1'],
  'multicast and broadcast': ['224.0.0.1', '255.255.255.255', 'ff02::1'],
  'not addresses': ['', 'localhost', 'example.com', '1.2.3.4.5'],
}

describe('isAddressAllowed', () => {
  test.each(PUBLIC)('allows public %s', (address) => {
    expect(isAddressAllowed(address, false)).toBe(true)
    expect(isAddressAllowed(address, true)).toBe(true)
  })

  test.each(LOCAL)('allows local %s only where private addresses are', (address) => {
    expect(isAddressAllowed(address, false)).toBe(false)
    expect(isAddressAllowed(address, true)).toBe(true)
  })

  test.each(Object.entries(NEVER))('refuses %s even where private addresses are allowed', (_kind, addresses) => {
    expect(addresses.filter((address) => isAddressAllowed(address, true))).toEqual([])
    expect(addresses.filter((address) => isAddressAllowed(address, false))).toEqual([])
  })
})
