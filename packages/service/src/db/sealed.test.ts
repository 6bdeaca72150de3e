import { expect, test } from 'vitest'
import { placeOf, SEALED_COLUMNS, type SealedColumn, type SealedTable } from './sealed.ts'

test('the place of a ciphertext is another in each table, each column and each row, by every part of the row’s name', () => {
  const places: string[] = []
  for (const [table, { row, columns }] of Object.entries(SEALED_COLUMNS)) {
    const names = row.map((_part, index) => row.map((_other, at) => (at === index ? 'this' : 'that')))
    for (const name of [...names, row.map(() => 'that')])
      for (const column of columns)
        places.push(placeOf(table as SealedTable, column as SealedColumn<SealedTable>, name))
  }
  expect(new Set(places).size).toBe(places.length)
})
