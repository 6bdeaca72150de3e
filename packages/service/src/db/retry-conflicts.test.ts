import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { retryConflicts } from './retry-conflicts.ts'

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

test('a conflict that lasts is told after twenty tries', async () => {
  const at = vi.spyOn(Math, 'random').mockReturnValue(0)
  let tries = 0
  const lasting = retryConflicts(async () => {
    tries += 1
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  await expect(lasting).rejects.toMatchObject({ code: '40P01' })
  expect(tries).toBe(20)
  at.mockRestore()
})

test('a commit that the database undid is done again with all that came before it', async () => {
  await sql`
    create table checked_at_commit (id integer);
    create function conflicts_at_commit() returns trigger language plpgsql as
      $$ begin perform succeeds_the_third_time('40001'); return null; end $$;
    create constraint trigger conflicts after insert on checked_at_commit
      deferrable initially deferred for each row execute function conflicts_at_commit()
  `.execute(db)
  let tries = 0
  await db.transaction().execute(async (transaction) => {
    tries += 1
    await sql`insert into checked_at_commit values (${tries}::integer)`.execute(transaction)
  })
  expect((await sql`select id from checked_at_commit`.execute(db)).rows).toEqual([{ id: 3 }])
})

test('what several do at once to one row is done once each, where the database lets only one of them through at a time', async () => {
  await sql`create table counted (n integer not null); insert into counted values (0)`.execute(db)
  const countOn = () =>
    db
      .transaction()
      .setIsolationLevel('serializable')
      .setAccessMode('read write')
      .execute(async (transaction) => {
        const { rows } = await sql<{ n: number }>`select n from counted`.execute(transaction)
        await sql`update counted set n = ${(rows[0]?.n ?? 0) + 1}::integer`.execute(transaction)
      })
  // Of more at once, some would lose twenty times, or wait too long for a connection, where the machine is busy.
  const tenTimes = async () => {
    for (let times = 0; times < 10; times += 1) await countOn()
  }
  await Promise.all(Array.from({ length: 4 }, tenTimes))
  expect((await sql`select n from counted`.execute(db)).rows).toEqual([{ n: 40 }])
})
