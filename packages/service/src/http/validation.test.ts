import { expect, test } from 'vitest'
import { z } from 'zod'
import { parsePart } from './validation.ts'

const schema = z.strictObject({ items: z.array(z.object({ amount: z.string('must be a decimal string') })) })

test.each([
  [{ items: [{ amount: '1.00' }, {}] }, 'items.1.amount: is required'],
  [{ items: [{ amount: 5 }] }, 'items.0.amount: must be a decimal string'],
  [{}, 'items: is required'],
  ['items', 'the body: invalid input: expected object, received string'],
])('%j is refused by the first field that breaks a rule: %s', (body, message) => {
  expect(() => parsePart(schema, body, 'body')).toThrow(
    expect.objectContaining({ status: 400, code: 'ERR02', message }),
  )
})

test('what is missing in the query, where it may stand in the body, is asked for in the query', () => {
  const query = z.object({ since: z.string() })
  expect(() => parsePart(query, {}, 'query')).toThrow(
    expect.objectContaining({ message: 'since: is required in the query' }),
  )
})

test('what keeps to the rules is what was sent', () => {
  expect(parsePart(schema, { items: [] }, 'body')).toEqual({ items: [] })
})
