import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { assertWritable } from './assert-writable.ts'
import type { Database } from './database.ts'
import { readDatabaseTime } from './database-time.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

test('goes on within a transaction', async () => {
  await db.transaction().execute(async (transaction) => {
    const first = await readDatabaseTime(transaction)
    await expect.poll(async () => (await readDatabaseTime(transaction)) > first).toBe(true)
  })
})

test('is written each time that it is asked whether anything can be', async () => {
  const written = async () => {
    await assertWritable(db)
    const { rows } = await sql<{ at: Date }>`select written_at as at from readiness`.execute(db)
    return rows[0]?.at.getTime() ?? Number.NaN
  }
  const first = await written()
  await expect.poll(async () => (await written()) > first).toBe(true)
})
