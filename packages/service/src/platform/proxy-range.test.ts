import { expect, test } from 'vitest'
import { leavesSomebodyOut } from './proxy-range.ts'

test.each(['127.0.0.1', '127.0.0.1/8', '128.0.0.0/1', '::1', '2001:db8::/32', '::/1', '::ffff:10.0.0.0/104'])(
  '%s leaves somebody out',
  (proxy) => expect(leavesSomebodyOut(proxy)).toBe(true),
)

test.each(['0.0.0.0/0', '127.0.0.1/0', '::/0', '::1/0', '::ffff:0:0/96', '::ffff:10.0.0.1/96'])(
  '%s is everybody',
  (proxy) => expect(leavesSomebodyOut(proxy)).toBe(false),
)
