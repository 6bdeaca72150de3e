import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorNumber, REASONS } from './errors.ts'
import { type Operation, operations } from './operations.ts'
import { SANDBOX_CARDS } from './sandbox.ts'

const all = Object.entries<Operation>(operations)

describe('operations', () => {
  test('have a method and path of their own', () => {
    const names = all.flatMap(([, operation]) =>
      [operation.path, ...(operation.aliases ?? [])].map((path) => `${operation.method} ${path}`),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(all)('%s declares a schema for each parameter of its path', (_, operation) => {
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(operation.params?.shape ?? {})).toEqual(named)
  })

  test.each(all)('%s answers only with statuses that have a reason', (_, operation) => {
    for (const status of operation.errors) expect(REASONS[status]).toBeTypeOf('string')
  })

  test.each(all)('%s can be written as JSON Schema', (_, operation) => {
    const schemas = [operation.body, operation.query, ...Object.values(operation.success)].filter(
      (schema) => schema != null,
    )
    const documents = schemas.map((schema) => z.toJSONSchema(schema, { io: 'input' }))
    expect(documents.every((document) => typeof document === 'object')).toBe(true)
  })
})

describe('codes', () => {
  test('are numbered by their digits (decisions.md §1)', () => {
    expect(errorNumber('ERR04')).toBe(4)
    expect(errorNumber('ERR15')).toBe(15)
  })
})

describe('sandbox cards (decisions.md §8)', () => {
  test.each(SANDBOX_CARDS)('$number passes the Luhn check', ({ number }) => {
    const sum = [...number].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    expect(sum % 10).toBe(0)
  })
})
