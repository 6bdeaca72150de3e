import { expect, test } from 'vitest'
import { canBeProxies } from './proxy-range.ts'

test.each([
  '127.0.0.1',
  '127.0.0.1/32',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '128.0.0.0/1',
  '192.0.2.128/25',
  '::1',
  '2001:db8::/32',
  '2001:db8::8000:0/97',
  '::ffff:192.0.2.1',
  '::ffff:10.0.0.0/104',
])('%s can be proxies', (proxy) => expect(canBeProxies(proxy)).toBe(true))

test.each(['0.0.0.0/0', '127.0.0.1/0', '::/0', '::1/0', '::ffff:0:0/96', '::ffff:10.0.0.1/96'])(
  '%s is everybody',
  (proxy) => expect(canBeProxies(proxy)).toBe(false),
)

test.each([
  '10.0.0.1/8',
  '172.17.0.0/12',
  '128.0.0.0/0',
  '192.0.2.129/25',
  '192.0.2.1/31',
  '2001:db8::1/32',
  '::ffff:10.0.0.1/104',
])('%s may mean its address or its range', (proxy) => expect(canBeProxies(proxy)).toBe(false))
