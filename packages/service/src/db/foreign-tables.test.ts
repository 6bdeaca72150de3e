import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/** What each of them makes for its own migrations, and the table of a shop. */
const FOREIGN = [
  ['Laravel', 'migrations', 'create table migrations (id serial primary key, migration varchar(255), batch integer)'],
  ['TypeORM', 'migrations', 'create table migrations (id serial primary key, "timestamp" bigint, name varchar)'],
  ['a shop', 'clients', 'create table clients (id serial primary key, name text)'],
  ['a shop that keeps it as a view', 'merchants', 'create view merchants as select 1 as id'],
] as const

describe.runIf(testDatabase === 'postgres')('a database that is another program’s', () => {
  let db: Database
  beforeEach(async () => {
    const { url, drop } = await createPostgresDatabase()
    db = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
    await sql`drop schema public cascade; create schema public`.execute(db)
    return drop
  })
  afterEach(() => db.destroy())
  const relations = async () => {
    const found = sql<{ relname: string }>`select relname from pg_class where relnamespace = 'public'::regnamespace`
    return (await found.execute(db)).rows.map(({ relname }) => relname).toSorted()
  }

  test.each(FOREIGN)('as that of %s is, is refused by its table %s and left as it is', async (_whose, table, made) => {
    await sql.raw(made).execute(db)
    const before = await relations()
    const message = expect.stringContaining(`"${table}"`)
    await expect(migrate(db)).rejects.toMatchObject({ code: 'database_shared', message })
    expect(await relations()).toEqual(before)
  })

  test.each(['coinslot', 'Shop-2'])('can be shared by a schema of the service’s own, %s', async (schema) => {
    for (const [, , made] of FOREIGN.slice(1)) await sql.raw(made).execute(db)
    await sql`create schema ${sql.id(schema)}; set search_path = ${sql.id(schema)}`.execute(db)
    expect(await migrate(db)).not.toEqual([])
    expect(await migrate(db)).toEqual([])
  })

  test('is taken where no table has the name of one of the service’s', async () => {
    await sql`create table players (id integer)`.execute(db)
    expect(await migrate(db)).not.toEqual([])
  })
})
