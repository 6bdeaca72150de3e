import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'
import { withChange } from './by-hand.ts'
import { HAND_MADE } from './changes.ts'

test.each(HAND_MADE)('still fits the code: $fear', (change) => {
  const source = readFileSync(here(change.file), 'utf8')
  expect(withChange(source, change)).not.toBe(source)
  for (const tests of change.tests) expect(existsSync(here(tests)), tests).toBe(true)
})

test('a change that fits nowhere, or twice, is refused', () => {
  const [change] = HAND_MADE
  if (!change) throw new Error('there is no change')
  expect(() => withChange('', change)).toThrow(/exactly once/)
  expect(() => withChange(change.find + change.find, change)).toThrow(/exactly once/)
})
