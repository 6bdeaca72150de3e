import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openMemoryDatabase } from './open-database.ts'
import { preparedImage } from './prepared-image.ts'

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  await sql`create table things (id integer primary key, name text)`.execute(db)
})
beforeEach(() => sql`truncate things`.execute(db))
afterAll(() => close())

const insert = (executor: Database, id: number) =>
  sql`insert into things values (${id}, ${`thing ${id}`})`.execute(executor)
const openEmbeddedOnly = async () => openMemoryDatabase(await preparedImage())
const count = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from things`.execute(db)).rows[0]?.n ?? -1

describe('a connection', () => {
  test('is usable after a failed statement, alone, in a transaction and in a batch', async () => {
    await insert(db, 1)
    await expect(insert(db, 1)).rejects.toMatchObject({ code: '23505' })
    const transaction = db.transaction().execute(async (executor) => {
      await insert(executor, 2)
      await insert(executor, 1)
    })
    await expect(transaction).rejects.toMatchObject({ code: '23505' })
    const batch = sql.raw("begin; insert into things values (3, 'c'); insert into things values (1, 'a'); commit")
    await expect(batch.execute(db)).rejects.toMatchObject({ code: '23505' })
    expect(await count()).toBe(1)
  })

  test('writes nothing more in a transaction of which a statement has failed, though the failure is caught', async () => {
    await insert(db, 1)
    await db
      .transaction()
      .execute(async (executor) => {
        await insert(executor, 1).catch(() => undefined)
        await insert(executor, 4)
      })
      .catch(() => undefined)
    expect(await count()).toBe(1)
  })

  test('serves transactions in the order of asking where there is one', async () => {
    const only = await openEmbeddedOnly()
    const served: number[] = []
    const turns = [1, 2, 3, 4].map((nr) =>
      only.transaction().execute(async (executor) => {
        await sql`select ${nr}::integer`.execute(executor)
        served.push(nr)
      }),
    )
    await Promise.all(turns)
    await only.destroy()
    expect(served).toEqual([1, 2, 3, 4])
  })

  test('is closed only once the transaction on it has ended', async () => {
    const only = await openEmbeddedOnly()
    let closing: Promise<void> = Promise.resolve()
    const written = only.transaction().execute(async (executor) => {
      closing = only.destroy()
      await new Promise((resolve) => setImmediate(resolve))
      return (await sql<{ nr: number }>`select ${7}::integer as nr`.execute(executor)).rows
    })
    expect(await written).toEqual([{ nr: 7 }])
    await closing
  })

  test('knows a bounded number of statements', async () => {
    for (let nr = 0; nr < 600; nr += 1) await sql`select ${nr}::integer as ${sql.ref(`s${nr}`)}`.execute(db)
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_prepared_statements`.execute(db)
    expect(rows[0]?.n).toBeLessThanOrEqual(500)
  })

  test('keeps what others do out of a transaction', async () => {
    let outside: Promise<unknown> | undefined
    await expect(
      db.transaction().execute(async (executor) => {
        await insert(executor, 10)
        outside = insert(db, 11)
        throw new Error('changed our mind')
      }),
    ).rejects.toThrow('changed our mind')
    await outside
    const { rows } = await sql<{ id: number }>`select id from things`.execute(db)
    expect(rows).toEqual([{ id: 11 }])
  })

  test('reads both databases alike: bytes, times, decimals, counts, lists', async () => {
    const at = new Date('2026-03-14T09:26:53.589Z')
    const { rows } = await sql`
      select ${Buffer.from([0, 255])}::bytea as bytes, ${at}::timestamptz as at, ${'9.90'}::numeric(8, 2) as amount,
        count(*) as n, ${['a', 'b']}::text[] as list, ${null}::text as nothing, ${true}::boolean as yes
      from (select 1) one`.execute(db)
    expect(rows).toEqual([
      { bytes: Buffer.from([0, 255]), at, amount: '9.90', n: 1, list: ['a', 'b'], nothing: null, yes: true },
    ])
  })

  test('plans by indexes alone', async () => {
    const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
    const { rows } = await sql<{ setting: string }>`
      select distinct setting from pg_settings where name = any(${settings}::text[])
    `.execute(db)
    expect(rows).toEqual([{ setting: 'off' }])
  })

  test('runs 80 statements at once', async () => {
    await Promise.all(Array.from({ length: 80 }, (_, index) => insert(db, 100 + index)))
    expect(await count()).toBe(80)
  })
})

describe('migrations', () => {
  test('run once, however many processes start at once', async () => {
    const fresh = await openTestDatabase()
    await sql`drop schema public cascade`.execute(fresh.db)
    await sql`create schema public`.execute(fresh.db)
    const runs = await Promise.all([migrate(fresh.db), migrate(fresh.db), migrate(fresh.db)])
    expect(runs.filter((names) => names.length > 0)).toHaveLength(1)
    expect(await migrate(fresh.db)).toEqual([])
    await fresh.close()
  })
})
