import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each(['localhost', '127.0.0.1', '127.1.2.3', '127.0.0.10', '127.255.255.254', '::1', '[::1]'])(
  'what goes to %s stays on the machine',
  (host) => expect(isLoopback(host)).toBe(true),
)

test.each(['127.0.0.1.shop.example', 'localhost.shop.example', 'my-localhost', '128.0.0.1', '::', '[::2]'])(
  'what goes to %s may leave it',
  (host) => expect(isLoopback(host)).toBe(false),
)
