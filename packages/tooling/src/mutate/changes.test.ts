import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lintBy } from '../lint/forge.ts'
import { here } from '../steps/workspace.ts'
import { withChange } from './by-hand.ts'
import { HAND_MADE } from './changes.ts'

test.each(HAND_MADE)('still fits the code: $fear', (change) => {
  const source = readFileSync(here(change.file), 'utf8')
  expect(withChange(source, change)).not.toBe(source)
  for (const tests of change.tests) expect(existsSync(here(tests)), tests).toBe(true)
})

test('no change is listed twice', () => {
  const seen = HAND_MADE.map(({ file, find, replace }) => JSON.stringify([file, find, replace]))
  expect(seen.filter((change, index) => seen.indexOf(change) !== index)).toEqual([])
})

const UNDEFINED_NAMES = {
  categories: { correctness: 'off' },
  rules: { 'no-undef': 'error' },
  env: { builtin: true, browser: true, node: true },
}

test('no change uses a name that is not there: whatever test runs would notice that', () => {
  const changed = HAND_MADE.filter(({ file }) => /\.[jt]s$/.test(file)).map(
    (change) => [change, withChange(readFileSync(here(change.file), 'utf8'), change)] as const,
  )
  const nameOf = (index: number) => `${index}.ts`
  const found = lintBy(
    () => UNDEFINED_NAMES,
    Object.fromEntries(changed.map(([, source], index) => [nameOf(index), source])),
  )
  expect(changed.flatMap(([{ fear }], index) => found(nameOf(index)).map((said) => `${fear}: ${said}`))).toEqual([])
})

test('a change that fits nowhere, or twice, is refused', () => {
  const [change] = HAND_MADE
  if (!change) throw new Error('there is no change')
  expect(() => withChange('', change)).toThrow(/exactly once/)
  expect(() => withChange(change.find + change.find, change)).toThrow(/exactly once/)
})
