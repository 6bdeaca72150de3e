import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { embeddedFolder, openDatabase } from './open-database.ts'
import { migrate } from './migrate.ts'

const parent = mkdtempSync(join(tmpdir(), 'coinslot-prepared-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const LOG_FILE_BYTES = 16 * 2 ** 20

describe('a new data folder', () => {
  test('has a database that is migrated already, whole, and keeps what is written', async () => {
    const dataDir = join(parent, 'new')
    const open = () => openDatabase({ kind: 'embedded', dataDir })
    const first = await open()
    expect(await migrate(first)).toEqual([])
    await sql`create table added as select 1 as value`.execute(first)
    await first.destroy()
    const second = await open()
    expect((await sql`select value from added`.execute(second)).rows).toEqual([{ value: 1 }])
    const { rows } = await sql<{ oid: number }>`select oid::integer as oid from pg_database`.execute(second)
    const files = rows.map(({ oid }) => readdirSync(join(embeddedFolder(dataDir), 'base', String(oid))).length)
    expect(files.filter((count) => count < 250)).toEqual([])
    const log = join(embeddedFolder(dataDir), 'pg_wal')
    const segments = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name))
    expect(segments.map((name) => statSync(join(log, name)).size)).toEqual(segments.map(() => LOG_FILE_BYTES))
    await second.destroy()
  })

  test('is made anew where a process was killed while it made one', async () => {
    const dataDir = join(parent, 'killed')
    const folder = embeddedFolder(dataDir)
    mkdirSync(folder, { recursive: true })
    mkdirSync(`${folder}.unfinished/base/5`, { recursive: true })
    writeFileSync(`${folder}.unfinished/PG_VERSION`, '18\n')
    writeFileSync(`${folder}.unfinished/base/5/1259`, 'half')
    writeFileSync(`${folder}.unfinished/base/5/99999`, 'of another version')
    const db = await openDatabase({ kind: 'embedded', dataDir })
    expect(await migrate(db)).toEqual([])
    expect(readdirSync(dataDir)).not.toContain('database.unfinished')
    expect(readdirSync(join(folder, 'base/5'))).not.toContain('99999')
    await db.destroy()
  })
})
