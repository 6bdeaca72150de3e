import { types } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { ARRAY_TYPES } from './embedded-pglite.ts'

let pglite: Awaited<ReturnType<typeof openEmbedded>>
beforeAll(async () => {
  pglite = await openEmbedded()
})
afterAll(() => pglite.close())

const EXAMPLES: ReadonlyMap<number, readonly [type: string, values: readonly unknown[]]> = new Map([
  [types.BOOL, ['boolean', [true, false]]],
  [types.BYTEA, ['bytea', [Buffer.from([0, 92, 255]), Buffer.from('"')]]],
  [types.INT4, ['integer', [1, -2]]],
  [types.TEXT, ['text', ['a', 'b,"c"', '\\', '', 'null', '{}']]],
  [types.INT8, ['bigint', [9_007_199_254_740_991, 0]]],
  [types.TIMESTAMPTZ, ['timestamptz', [new Date('2026-11-22T10:00:00.123Z')]]],
  [types.NUMERIC, ['numeric', ['4.99', '0.01']]],
  [types.UUID, ['uuid', ['c3de1148-7065-46d4-b3f2-6a1b6e1f7a10']]],
])

describe('arrays of the embedded database', () => {
  test('are known by the numbers that the catalog has', async () => {
    const { rows } = await pglite.query<{ element: number; array: number }>(
      'select oid::integer as element, typarray::integer as array from pg_type',
    )
    const inCatalog = new Map(rows.map(({ element, array }) => [element, array]))
    expect([...ARRAY_TYPES]).toEqual([...ARRAY_TYPES.keys()].map((element) => [element, inCatalog.get(element)]))
  })

  test.each([...ARRAY_TYPES.keys()].map((element) => EXAMPLES.get(element) ?? [String(element), []]))(
    'come back as they went: %s',
    async (type, values) => {
      expect(values).not.toEqual([])
      const { rows } = await pglite.query(`select $1::${type}[] as values`, [values])
      expect(rows).toEqual([{ values }])
    },
  )
})
