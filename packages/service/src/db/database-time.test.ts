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

test.each([
  ['53100', 'fails'],
  ['53400', 'goes on'],
])('where the database gives no file for what does not fit its memory (%s), it %s', async (code, ends) => {
  const asked = db.transaction().execute(async (transaction) => {
    // Stands in for the server's own, which is asked just before such a file is made.
    await sql`
      set local search_path = public, pg_catalog;
      create function public.set_config(text, text, boolean) returns text language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = ${sql.lit(code)}; end $$
    `.execute(transaction)
    await assertWritable(transaction)
    throw new Error('it goes on')
  })
  await expect(asked).rejects.toMatchObject(ends === 'fails' ? { code } : { message: 'it goes on' })
})
