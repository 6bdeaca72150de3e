import { expect, test } from 'vitest'
import { auditEnd } from './audit-end.ts'

test('an action without an end is awaited for five minutes, and lost then', () => {
  const at = '2030-01-01T00:00:00.000Z'
  const after = (ms: number, status = 202) => auditEnd({ status, at }, new Date(Date.parse(at) + ms))
  expect([after(0), after(300_000), after(300_001)]).toEqual(['awaited', 'awaited', 'lost'])
  expect([after(0, 200), after(300_001, 500)]).toEqual(['told', 'told'])
})
