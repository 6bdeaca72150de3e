import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
/** Taken by every process that migrates, so that one does and the others wait. */
const MIGRATION_LOCK = 7_461_001

interface Migration {
  readonly name: string
  readonly statements: string
}

/** All migrations, in the order in which they are run. */
export const readMigrations = async (): Promise<readonly Migration[]> => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => ({ name, statements: await readFile(new URL(name, MIGRATIONS), 'utf8') })),
  )
}

/**
 * Brings the schema up to date in one transaction; safe for several processes at once.
 * @returns the names of the migrations that were run.
 */
export const migrate = async (db: Database): Promise<readonly string[]> => {
  const migrations = await readMigrations()
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
    await sql`create table if not exists migrations (name text primary key)`.execute(transaction)
    const done = await sql<{ name: string }>`select name from migrations`.execute(transaction)
    const applied = new Set(done.rows.map(({ name }) => name))
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const { name, statements } of pending) {
      await sql.raw(statements).execute(transaction)
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    }
    return pending.map(({ name }) => name)
  })
}
