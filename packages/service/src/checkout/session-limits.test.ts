import { CHECKOUT_PATHS } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { createTestClock } from '../../test/test-clock.ts'
import { SessionLimits } from './session-limits.ts'

test.each([
  ['cards', 20, CHECKOUT_PATHS.pay, CHECKOUT_PATHS.session],
  ['requests of other kinds', 300, CHECKOUT_PATHS.session, CHECKOUT_PATHS.pay],
])('a session sends so many %s in a minute: %i', (_name, most, path, otherPath) => {
  const clock = createTestClock()
  const limits = new SessionLimits(clock)
  for (let sent = 0; sent < most; sent += 1) limits.count('a', path)
  expect(() => limits.count('a', path)).toThrow(expect.objectContaining({ status: 429 }))
  limits.count('a', otherPath)
  limits.count('b', path)
  clock.advance(60_000)
  limits.count('a', path)
})
