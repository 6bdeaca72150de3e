import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { isDatabaseUnavailable, isGivenUp } from './unavailable.ts'

const insert = (db: Database, id: number) => sql`insert into things values (${id})`.execute(db)
const update = (db: Database) => sql`update things set id = 2 where id = ${1}`.execute(db)

describe.runIf(testDatabase === 'postgres')('a process that halts in the middle of a transaction', () => {
  let halted: Database
  let other: Database
  let url: string
  let close: () => Promise<void>

  beforeAll(async () => {
    const database = await createPostgresDatabase()
    url = database.url
    halted = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
    other = await openDatabase({ kind: 'postgres', url, poolSize: 2 })
    close = async () => {
      await Promise.all([halted.destroy(), other.destroy()])
      await database.drop()
    }
    await sql`create table things (id integer primary key)`.execute(other)
    await insert(other, 1)
  })
  afterAll(() => close())

  test('loses its locks, so that another goes on, and is told that the database was unavailable', async () => {
    const transaction = halted.transaction().execute(async (executor) => {
      await update(executor)
      // In place of the five seconds that it has.
      await sql`set local idle_in_transaction_session_timeout = 1`.execute(executor)
      const waiting = update(other)
      // It says nothing more until the other one, which waits for the row, has gone on.
      await waiting
      await insert(executor, 3)
    })
    const failure = await transaction.catch((error: unknown) => error)
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect((await sql`select id from things where id <= 3`.execute(other)).rows).toEqual([{ id: 2 }])
  })

  test('works on with a new connection', async () => {
    await insert(halted, 4)
    expect((await sql`select id from things where id = ${4}`.execute(other)).rows).toHaveLength(1)
  })

  test('is told that it was given up where a transaction takes longer than its database lets any, and works on', async () => {
    // In one batch: between two statements, where it would lie idle, nobody would be told that it was given up.
    const transaction = halted
      .transaction()
      .execute((executor) => sql`set local transaction_timeout = 10; select pg_sleep(10)`.execute(executor))
    const failure = await transaction.catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: '25P04' })
    expect([isGivenUp(failure), isDatabaseUnavailable(failure)]).toEqual([true, false])
    await insert(halted, 5)
  })

  test('has 5 seconds, and work that has no time limit has none here', async () => {
    const limit = async (db: Database) =>
      (await sql<{ limit: string }>`select current_setting('idle_in_transaction_session_timeout') as limit`.execute(db))
        .rows[0]?.limit
    expect(await limit(other)).toBe('5s')
    const unlimited = await openDatabase({ kind: 'postgres', url, poolSize: 1, statementTimeoutMs: null })
    expect(await limit(unlimited)).toBe('0')
    await unlimited.destroy()
  })
})
