import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import type { Executor } from './database.ts'
import { dueIds } from './due-ids.ts'

const NOW = new Date('2030-01-01T12:00:00Z')

let given: TestDatabase
beforeAll(async () => {
  given = await openTestDatabase()
  // Minutes from now, of which those of `other` are none of ours.
  await sql`
    create table asked (id text, lane text, check_at timestamptz);
    insert into asked select name, lane, '2030-01-01T12:00:00Z'::timestamptz + minutes * interval '1 minute' from (values
      ('a minute ago', 'ours', -1), ('an hour ago', 'ours', -60), ('now', 'ours', 0), ('in a while', 'ours', 9),
      ('put off by a wrong clock', 'ours', 11), ('two hours ago', 'other', -120)
    ) as given (name, lane, minutes)
  `.execute(given.db)
})
afterAll(() => given.close())

const due = async (limit: number, executor: Executor = given.db) => {
  const ids = dueIds({ table: 'asked', among: sql`lane = 'ours'`, now: NOW, limit })
  const { rows } = await sql<{ id: string }>`${ids}`.execute(executor)
  return rows.map(({ id }) => id)
}

test('who has waited longest is asked first, and what a wrong clock has put off as well', async () => {
  expect(await due(2)).toEqual(['an hour ago', 'a minute ago'])
  expect(await due(10)).toEqual(['an hour ago', 'a minute ago', 'now', 'put off by a wrong clock'])
})

test('what another process asks about just now is left to it', async () => {
  const other = await given.openAgain?.()
  if (other === undefined) return
  await other.transaction().execute(async (asking) => {
    expect(await due(1, asking)).toEqual(['an hour ago'])
    expect(await due(1)).toEqual(['a minute ago'])
  })
  await other.destroy()
})
