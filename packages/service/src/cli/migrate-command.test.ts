import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runCommandHere } from '../../test/command-here.ts'
import { testDatabase } from '../../test/databases.ts'
import { createServiceData } from '../../test/service-data.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { readMigrations } from '../db/read-migrations.ts'
import { readConfig } from '../platform/config.ts'

test.runIf(testDatabase === 'postgres').each(['000', '101', '116'])(
  'migrate --plan says what it would run on a database from before %s, and runs nothing of it',
  async (before) => {
    const data = await createServiceData()
    const db = await openDatabase(readConfig(data.env).database)
    const all = await readMigrations()
    await sql`drop schema public cascade; create schema public`.execute(db)
    await migrate(db, { migrations: all.filter(({ name }) => name < before) })
    const pending = all.map(({ name }) => name).filter((name) => name >= before)
    const planned = async (): Promise<string[]> => {
      const { out } = await runCommandHere(['migrate', '--plan', '--json'], data.env)
      return JSON.parse(out).pending.map(({ name }: { name: string }) => name)
    }
    expect([await planned(), await planned()]).toEqual([pending, pending])
    expect(await runCommandHere(['migrate'], data.env)).toMatchObject({ code: 0 })
    expect(await planned()).toEqual([])
    await db.destroy()
    await data.remove()
  },
)
