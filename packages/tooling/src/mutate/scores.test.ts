import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'
import { EQUIVALENTS } from './equivalents.ts'
import { describeScores, type MutantFate, scoresOf } from './scores.ts'
import { TARGETS, targetsOf } from './targets.ts'
import { textBetween } from './text-between.ts'

const fate = (file: string, isKilled: boolean, change: Partial<MutantFate> = {}): MutantFate => ({
  file,
  line: 1,
  isKilled,
  original: 'a < b',
  replacement: 'a <= b',
  ...change,
})

test('a score is the share of changes that were noticed, for each file by itself', () => {
  const scores = scoresOf([fate('b.ts', true), fate('a.ts', true), fate('a.ts', false), fate('a.ts', true)], [])
  expect(scores.map(({ file, killed, percent }) => [file, killed, Math.round(percent)])).toEqual([
    ['a.ts', 2, 67],
    ['b.ts', 1, 100],
  ])
})

test('a change that nobody can notice does not count, and is told with its reason', () => {
  const known = [{ file: 'a.ts', original: 'a  <\nb', replacement: 'a <= b', reason: 'never equal' }]
  const scores = scoresOf([fate('a.ts', true), fate('a.ts', false), fate('b.ts', false)], known)
  expect(scores.map(({ percent }) => percent)).toEqual([100, 0])
  expect(describeScores(scores)).toEqual([
    '✓ 100.0 %  a.ts: 1 noticed, 0 not, 1 equivalent',
    '✗ 0.0 %  b.ts: 0 noticed, 1 not, 0 equivalent',
    '  not noticed: b.ts:1  a < b  →  a <= b',
    '  equivalent: a.ts:1  a < b  →  a <= b: never equal',
  ])
})

test('what was changed is read from its place, in one line or several', () => {
  const source = 'if (a < b) {\n  go()\n}\n'
  expect(textBetween(source, { start: { line: 1, column: 5 }, end: { line: 1, column: 10 } })).toBe('a < b')
  expect(textBetween(source, { start: { line: 1, column: 12 }, end: { line: 3, column: 2 } })).toBe('{\n  go()\n}')
})

test('an equivalent change still stands in the code', () => {
  const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ')
  for (const { file, original } of EQUIVALENTS) {
    expect(squeezed(readFileSync(here(file), 'utf8')), file).toContain(squeezed(original))
  }
})

test.each(TARGETS)('the target of $files has files and tests', ({ files, tests }) => {
  for (const pattern of [...files, ...tests]) expect(globSync(here(pattern)), pattern).not.toEqual([])
})

test('one file is tried against the tests of its target, or of its folder', () => {
  const service = 'packages/service/src'
  const [rules] = targetsOf(`${service}/cards/card-rules.ts`)
  expect(rules).toEqual({ files: [`${service}/cards/card-rules.ts`], tests: [`${service}/*/*-rules.test.ts`] })
  expect(targetsOf(`${service}/mail/mail-error.ts`)).toEqual([
    { files: [`${service}/mail/mail-error.ts`], tests: [`${service}/mail/*.test.ts`] },
  ])
  const [lines] = targetsOf(`${service}/cards/card-rules.ts:10-20`)
  expect(lines).toEqual({ ...rules, files: [`${service}/cards/card-rules.ts:10-20`] })
  expect(() => targetsOf(`${service}/cards/pay.test.ts`)).toThrow(/name the file/)
  expect(() => targetsOf(`${service}/cards/nothing.ts`)).toThrow(/there is no file .*nothing.ts/)
})
