import { expect, test } from 'vitest'
import { trustIn } from './trusted-proxies.ts'

const isTrusted = trustIn(['10.0.0.0/8', '::1', '2001:db8::/32', '::ffff:192.0.2.1', '::ffff:198.51.100.0/120'])

test.each([
  '10.9.8.7',
  '10.9.8.7:4711',
  '::ffff:10.9.8.7',
  '[::ffff:10.9.8.7]:4711',
  '::1',
  '[::1]:4711',
  '2001:db8:1::1',
  '192.0.2.1',
  '198.51.100.7',
])('%s is a proxy that is trusted', (address) => expect(isTrusted(address)).toBe(true))

test.each([
  '11.9.8.7',
  '11.9.8.7:4711',
  '::2',
  '2001:db9::1',
  '192.0.2.2',
  '198.51.101.7',
  '',
  'unknown',
  '10.9.8.7, 11.9.8.7',
])('%j is none', (address) => expect(isTrusted(address)).toBe(false))
