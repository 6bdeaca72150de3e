import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresDatabase, openTestDatabase, someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

const slow: Migration = {
  name: '900_slow.sql',
  statements: 'create table slow_made (id integer); select pg_sleep(0.6); insert into slow_made values (1);',
}
const index: Migration = {
  name: '901_index.sql',
  statements: `-- outside a transaction
create index concurrently slow_made_id on slow_made (id);
drop index concurrently slow_made_id;
create index concurrently slow_made_id on slow_made (id);
`,
}

const widening: Migration = {
  name: '902_widening.sql',
  statements: 'alter table merchants add column width integer;',
}

/** This version's migrations, and more. */
const after = async (...more: Migration[]) => ({ migrations: [...(await readMigrations()), ...more] })

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

describe.runIf(testDatabase === 'postgres')('migrations on a server', () => {
  let url: string
  beforeEach(async () => {
    const created = await createPostgresDatabase()
    url = created.url
    open.push({ close: created.drop })
  })
  const connect = async (statementTimeoutMs: number | null): Promise<Database> => {
    const db = await openDatabase({ kind: 'postgres', url, poolSize: 1, statementTimeoutMs })
    open.push({ close: () => db.destroy() })
    return db
  }

  test('take as long as they need where connections have no limit, once for three processes, indexes included', async () => {
    const migrations = await after(slow, index)
    const processes = await Promise.all([connect(null), connect(null), connect(null)])
    const runs = await Promise.all(processes.map((db) => migrate(db, migrations)))
    expect(runs.filter((names) => names.length > 0)).toEqual([[slow.name, index.name]])
    const { rows } = await sql`select id from slow_made`.execute(await connect(null))
    expect(rows).toEqual([{ id: 1 }])
    for (const db of processes) expect((await sql`show lock_timeout`.execute(db)).rows).toEqual([{ lock_timeout: '0' }])
  })

  test('are cut off by the limit of ordinary connections, and leave nothing behind', async () => {
    const limited = await connect(500)
    await expect(sql`select pg_sleep(0.6)`.execute(limited)).rejects.toMatchObject({ code: '57014' })
    const interrupted = { ...slow, statements: slow.statements.replace('pg_sleep(0.6)', '1 / 0') }
    const patient = await connect(null)
    await expect(migrate(patient, await after(interrupted))).rejects.toMatchObject({ code: '22012' })
    expect(await migrate(patient, await after(slow))).toEqual([slow.name])
  })

  test('that run outside a transaction are noted once all of them is done', async () => {
    const db = await connect(null)
    const made = { name: '900_made.sql', statements: 'create table made (id integer)' }
    const half = { name: '901_half.sql', statements: '-- outside a transaction\nselect 1;\nselect 1 / 0;\n' }
    await expect(migrate(db, await after(made, half))).rejects.toMatchObject({ code: '22012' })
    const whole = { ...half, statements: half.statements.replace('1 / 0', '1') }
    expect(await migrate(db, await after(made, whole))).toEqual([whole.name])
  })

  test('leave nothing behind where they cannot be noted', async () => {
    const db = await connect(null)
    const noted = "insert into migrations (name) values ('900_made.sql')"
    const made = { name: '900_made.sql', statements: `create table made (id integer); ${noted}` }
    await expect(migrate(db, await after(made))).rejects.toMatchObject({ code: '23505' })
    expect(await migrate(db, await after({ ...made, statements: 'create table made (id integer)' }))).toEqual([
      made.name,
    ])
  })

  test('let others go on while something older, such as pg_dump, reads a table that is to be changed, and say so', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [db, older, other] = [await connect(null), await connect(null), await connect(4_000)]
    await migrate(db)
    const told: string[] = []
    const tenSecondsLater = () => (vi.advanceTimersByTime(10_000), told.at(-1))
    const migrating = await older.transaction().execute(async (reading) => {
      await sql`select from merchants`.execute(reading)
      const run = migrate(db, { ...(await after(widening)), onProgress: ({ state }) => void told.push(state) })
      await expect.poll(() => someoneWaitsFor(reading)).toBe(true)
      expect(tenSecondsLater()).toBe('running')
      await sql`select from merchants`.execute(other)
      const twiceLater = () => [tenSecondsLater(), tenSecondsLater()]
      await expect.poll(twiceLater).toEqual(['waiting for a lock', 'running'])
      return { run }
    })
    expect(await migrating.run).toEqual([widening.name])
    expect(told.at(-1)).toBe('done')
  })

  test('let the next process in while the one that has run them goes on', async () => {
    const [first, second] = [await connect(null), await connect(null)]
    const made = { name: '900_made.sql', statements: 'create table made (id integer)' }
    expect(await migrate(first, await after(made))).toEqual([made.name])
    // Its only connection, which would be closed if it lay idle for long.
    await first.connection().execute(async () => {
      expect(await migrate(second, await after(made))).toEqual([])
    })
  })

  test('are not run anew where a schema of the user comes to lie before theirs', async () => {
    const db = await connect(null)
    await sql`create schema authorization current_user`.execute(db)
    expect([await migrate(db), await migrate(db)]).toEqual([[], []])
  })
})

describe.runIf(testDatabase === 'postgres')('a connection that knows statements from before a migration', () => {
  test('is given up with the first that does not fit any more, and another takes its place', async () => {
    const { url, drop } = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
    open.push({ close: drop }, { close: () => db.destroy() })
    await sql`create table things as select 1 as id`.execute(db)
    const read = async () => (await sql`select * from things where id = ${1}::integer`.execute(db)).rows
    expect(await read()).toEqual([{ id: 1 }])
    await sql`alter table things add column name text`.execute(db)
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
    expect(await read()).toEqual([{ id: 1, name: null }])
  })
})

describe('migrations', () => {
  test('tell when they begin and when they are done, and nothing afterwards', async () => {
    const { db, close } = await openTestDatabase()
    open.push({ close })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const told: string[] = []
    const onProgress = ({ migration, state }: { migration: string; state: string }) =>
      void told.push(`${migration} ${state}`)
    const quick = { name: '900_quick.sql', statements: 'select 1' }
    await migrate(db, { ...(await after(quick)), onProgress })
    await migrate(db, { ...(await after(quick)), onProgress })
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual(['900_quick.sql begun', '900_quick.sql done'])
  })
})
