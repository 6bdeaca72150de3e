import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { stampMode } from './stamp-mode.ts'

let db: Database
let close: () => Promise<void>

beforeEach(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterEach(() => close())

const at = new Date('2026-03-14T09:26:53Z')

describe('the mode that a database was made in', () => {
  test.each([
    ['production', 'sandbox'],
    ['sandbox', 'production'],
  ] as const)('%s is refused to %s, with one line that says the mend', async (made, given) => {
    await stampMode(db, made, at)
    await stampMode(db, made, at)
    await expect(stampMode(db, given, at)).rejects.toMatchObject({
      code: 'mode_mismatch',
      message: expect.stringMatching(new RegExp(`^[^\n]*made in ${made} mode[^\n]*COINSLOT_MODE=${made}[^\n]*$`)),
    })
  })

  test('is decided by the first of several processes that start at once', async () => {
    const modes = ['sandbox', 'production', 'sandbox', 'production'] as const
    const results = await Promise.allSettled(modes.map((mode) => stampMode(db, mode, at)))
    const { rows } = await sql<{ mode: string }>`select mode from deployment`.execute(db)
    expect(rows).toHaveLength(1)
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(modes.map((mode) => mode === rows[0]?.mode))
  })
})
