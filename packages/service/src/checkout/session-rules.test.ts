import { expect, test } from 'vitest'
import { isSessionOver } from './session-rules.ts'

test('a session can be looked at for 24 hours after its end, and no longer', () => {
  const end = new Date('2026-03-15T10:00:00Z')
  expect(isSessionOver(end, new Date('2026-03-16T09:59:59.999Z'))).toBe(false)
  expect(isSessionOver(end, new Date('2026-03-16T10:00:00Z'))).toBe(true)
})
