import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
/** Held by the process that migrates; the others wait for it. */
const MIGRATION_LOCK = 7_461_001
const ASK_AGAIN_MS = 200
const TELL_EVERY_MS = 10_000
/** First line of a migration whose statements each run by themselves, such as `create index concurrently`. */
const OUTSIDE = '-- outside a transaction\n'

export interface Migration {
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

export interface MigrateOptions {
  /** Default: those that came with this version. */
  readonly migrations?: readonly Migration[]
  /** Told of each migration when it begins, every 10 seconds while it runs, and when it is done. */
  readonly onProgress?: (progress: { migration: string; state: 'begun' | 'running' | 'done'; seconds: number }) => void
}

/**
 * Takes the lock by asking, not by waiting inside the database: an index that is built concurrently waits for every
 * statement that is under way, and so for those who would wait for it.
 */
const takeLock = async (connection: Kysely<Tables>): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}) as taken
    `.execute(connection)
    if (rows[0]?.taken) return
    await pause(ASK_AGAIN_MS)
  }
}

const note = (executor: Kysely<Tables>, name: string) =>
  sql`insert into migrations (name) values (${name})`.execute(executor)

const run = async (connection: Kysely<Tables>, { name, statements }: Migration): Promise<void> => {
  if (statements.startsWith(OUTSIDE)) {
    for (const statement of statements.split(/;\s*\n/))
      if (statement.trim() !== '') await sql.raw(statement).execute(connection)
    await note(connection, name)
    return
  }
  await connection.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql.raw(statements).execute(transaction)
    await note(transaction, name)
  })
}

const runTold = async (
  connection: Kysely<Tables>,
  migration: Migration,
  onProgress: Required<MigrateOptions>['onProgress'],
): Promise<void> => {
  const startedAt = performance.now()
  const tell = (state: 'begun' | 'running' | 'done') =>
    onProgress({ migration: migration.name, state, seconds: Math.round((performance.now() - startedAt) / 1_000) })
  tell('begun')
  const timer = setInterval(() => tell('running'), TELL_EVERY_MS)
  try {
    await run(connection, migration)
  } finally {
    clearInterval(timer)
  }
  tell('done')
}

/**
 * Brings the schema up to date, each migration in a transaction of its own unless it says that it runs outside one; safe
 * for several processes at once, of which one does it while the others wait.
 * @param db whose connections have no time limit where a migration may take long.
 * @returns the names of the migrations that were run.
 */
export const migrate = async (
  db: Database,
  { migrations, onProgress = () => undefined }: MigrateOptions = {},
): Promise<readonly string[]> => {
  const all = migrations ?? (await readMigrations())
  return db.connection().execute(async (connection) => {
    await takeLock(connection)
    try {
      await sql`create table if not exists migrations (name text primary key)`.execute(connection)
      const done = await sql<{ name: string }>`select name from migrations`.execute(connection)
      const applied = new Set(done.rows.map(({ name }) => name))
      const pending = all.filter(({ name }) => !applied.has(name))
      for (const migration of pending) await runTold(connection, migration, onProgress)
      return pending.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection).catch(() => undefined)
    }
  })
}
