import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openMemoryDatabase } from './open-database.ts'
import { migrate } from './migrate.ts'
import { preparedImage, writePreparedImage } from './prepared-image.ts'

const using = async <T>(use: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openMemoryDatabase(await preparedImage())
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

describe('a database from the prepared image', () => {
  test('is migrated already', async () => {
    expect(await using(migrate)).toEqual([])
  })

  test('has the tables and indexes that the migrations make', async () => {
    // Without those of a day: an image that was kept has the days of when it was made, which the first sweep replaces.
    const daily = sql`select relname from pg_class where relispartition`
    const columns = (db: Database) =>
      sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
          where table_schema = 'public' and table_name not in (${daily}) order by 1, 2`.execute(db)
    const indexes = (db: Database) =>
      sql`select indexdef from pg_indexes
          where schemaname = 'public' and tablename not in (${daily}) order by 1`.execute(db)
    await using(async (db) => {
      const prepared = [(await columns(db)).rows, (await indexes(db)).rows]
      await sql`drop schema public cascade; create schema public`.execute(db)
      expect((await columns(db)).rows).toEqual([])
      await migrate(db)
      expect([(await columns(db)).rows, (await indexes(db)).rows]).toEqual(prepared)
    })
  })

  test('holds rows, and not those of another one', async () => {
    const add = (db: Database) => sql`create table if not exists added as select 1 as value`.execute(db)
    const count = async (db: Database) =>
      (await sql`select from information_schema.tables where table_name = 'added'`.execute(db)).rows.length
    await using(async (first) => {
      await add(first)
      await sql`vacuum analyze`.execute(first)
      await sql`checkpoint`.execute(first)
      expect(await count(first)).toBe(1)
      expect(await using(count)).toBe(0)
    })
  })
})

describe('an image for the package', () => {
  test('is one whole file, however many builds write it at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coinslot-image-'))
    await writeFile(join(folder, 'prepared-0123456789abcdef.gz'), 'of an older build')
    await Promise.all([writePreparedImage(folder), writePreparedImage(folder), writePreparedImage(folder)])
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^prepared-[0-9a-f]{16}\.images$/)])
    await rm(folder, { recursive: true })
  })
})
