import { expect, test } from 'vitest'
import { inOrderOfReference, nextBatch } from './move-rules.ts'

const table = (name: string, ...refersTo: string[]) => ({ name, refersTo })

test('a table comes after those that it refers to, through others as well', () => {
  const tables = [table('attempts', 'intents'), table('clients', 'merchants'), table('intents', 'clients', 'merchants')]
  const names = inOrderOfReference([...tables, table('merchants')]).map(({ name }) => name)
  expect(names).toEqual(['merchants', 'clients', 'intents', 'attempts'])
})

test('a table that refers to itself comes once', () => {
  expect(inOrderOfReference([table('a', 'a')])).toHaveLength(1)
})

test('small rows are read by the thousand, large ones a few at a time, and one at least', () => {
  expect(nextBatch(0, 0)).toBe(1_000)
  expect(nextBatch(10, 2_000)).toBe(1_000)
  expect(nextBatch(10, 10 * 512 * 1024)).toBe(8)
  expect(nextBatch(1, 100_000_000)).toBe(1)
})
