import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  // A sequence is not undone with its transaction: the third try succeeds.
  await sql`
    create sequence tries;
    create table done (id integer);
    create function succeeds_the_third_time(code text) returns integer language plpgsql as $$
    begin
      if nextval('tries') % 3 <> 0 then raise exception 'conflict' using errcode = code; end if;
      return 1;
    end $$
  `.execute(db)
})
afterAll(() => close())

const conflict = (executor: Database, code: string) =>
  sql`insert into done select succeeds_the_third_time(${code}::text)`.execute(executor)
const count = async () => (await sql<{ n: number }>`select count(*) as n from done`.execute(db)).rows[0]?.n

test.each(['40001', '40P01'])('what the database undid with %s is done again, once in the end', async (code) => {
  const before = (await count()) ?? 0
  await conflict(db, code)
  expect(await count()).toBe(before + 1)
  let tries = 0
  const answer = await db.transaction().execute(async (transaction) => {
    tries += 1
    await sql`insert into done values (${2}::integer)`.execute(transaction)
    await conflict(transaction, code)
    return 'committed'
  })
  expect({ answer, tries }).toEqual({ answer: 'committed', tries: 3 })
  expect(await count()).toBe(before + 3)
})

test('other failures are not', async () => {
  let tries = 0
  const failing = db.transaction().execute(async (transaction) => {
    tries += 1
    await sql`select ${1}::integer / 0`.execute(transaction)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(tries).toBe(1)
})
