import { expect, test } from 'vitest'
import { placeOf, SEALED_COLUMNS, sealedAt, type SealedColumn, type SealedTable } from './sealed.ts'

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

test('a place is spelt as it was when the ciphertexts that are there were written', () => {
  expect(placeOf('bans', 'value_encrypted', [Buffer.from('00ff', 'hex')])).toBe('bans.value_encrypted:00ff')
  expect(placeOf('kyc_upload_pieces', 'content_encrypted', ['an-id', 7])).toBe(
    'kyc_upload_pieces.content_encrypted:an-id/7',
  )
})

test('where there is no ciphertext there is nothing to read', () => {
  const place = placeOf('receipt_mails', 'email_encrypted', ['an-id'])
  expect(sealedAt(null, place)).toBeNull()
  expect(sealedAt(Buffer.alloc(1), place)).toEqual({ bytes: Buffer.alloc(1), place })
})
