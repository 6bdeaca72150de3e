import { expect, test } from 'vitest'
import { CONSOLE_OPERATIONS } from './dashboard-console.ts'
import { operations, type Operation } from './operations.ts'

const known: Record<string, Operation> = operations

test('the console offers every operation that asks for a token', () => {
  const expected = Object.entries(known).filter(([, { permission }]) => permission !== null)
  const offered = CONSOLE_OPERATIONS.map(({ id, method, path }) => [id, method, path])
  expect(offered).toEqual(expected.map(([id, { method, path }]) => [id, method, path]))
})

test.each(CONSOLE_OPERATIONS)('$id begins with a body and a query that are taken', ({ id, sample, query = {} }) => {
  const { body, query: asked } = known[id] ?? {}
  expect(sample !== undefined).toBe(body !== undefined)
  expect(body?.safeParse(sample).success ?? true).toBe(true)
  expect(asked?.safeParse(query).success ?? true).toBe(true)
})
