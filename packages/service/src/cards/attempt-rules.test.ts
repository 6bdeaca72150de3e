import { expect, test } from 'vitest'
import { countRefusals, isActive } from './attempt-rules.ts'

test.each([
  ['authorising', true],
  ['challenged', true],
  ['reversing', true],
  ['approved', false],
  ['refused', false],
  ['reversed', false],
])('an attempt that is %s keeps others out: %s', (status, keepsOut) => expect(isActive({ status })).toBe(keepsOut))

test('refusals are counted, and nothing that ended otherwise', () => {
  const attempts = ['refused', 'reversed', 'approved', 'refused', 'challenged'].map((status) => ({ status }))
  expect([countRefusals(attempts), countRefusals([])]).toEqual([2, 0])
})
