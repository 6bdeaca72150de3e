import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { findPending, readApplied } from './applied-migrations.ts'
import type { Database } from './database.ts'
import { codeOf, LOCK_NOT_AVAILABLE } from './error-code.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { compatibleSinceOf } from './schema-rules.ts'
import type { Tables } from './tables.ts'

/** Held by the process that migrates; the others wait for it. */
const MIGRATION_LOCK = 7_461_001
const ASK_AGAIN_MS = 200
const TELL_EVERY_MS = 10_000
/**
 * How long a migration waits for a table that something older has, such as a dump, before it lets those go on who have come to
 * wait behind it, and for as long.
 */
const LOCK_WAIT_MS = 1_000
const OUTSIDE = /^-- outside a transaction$/m

/** `waiting for a lock` where it had to begin again in the last 10 seconds, as something older has a table of its. */
type MigrationState = 'begun' | 'running' | 'waiting for a lock' | 'done'

export interface MigrateOptions {
  /** Default: those that came with this version. */
  readonly migrations?: readonly Migration[]
  /** Told of each migration when it begins, every 10 seconds while it runs, and when it is done. */
  readonly onProgress?: (progress: { migration: string; state: MigrationState; seconds: number }) => void
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

/** Only those after the one that made its column have anything to say of older code. */
const note = (executor: Kysely<Tables>, { name, statements }: Migration) => {
  const since = compatibleSinceOf(statements)
  return since === null
    ? sql`insert into migrations (name) values (${name})`.execute(executor)
    : sql`insert into migrations (name, compatible_since) values (${name}, ${since})`.execute(executor)
}

/** Whether its statements each run by themselves, such as `create index concurrently`. */
export const runsOutside = ({ statements }: Migration): boolean => OUTSIDE.test(statements)

const runInside = async (connection: Kysely<Tables>, migration: Migration): Promise<void> => {
  await connection.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(transaction)
    await sql.raw(migration.statements).execute(transaction)
    await note(transaction, migration)
  })
}

const run = async (connection: Kysely<Tables>, migration: Migration, onBeginAgain: () => void): Promise<void> => {
  if (runsOutside(migration)) {
    for (const statement of migration.statements.split(/;\s*\n/))
      if (statement.trim() !== '') await sql.raw(statement).execute(connection)
    await note(connection, migration)
    return
  }
  for (;;) {
    try {
      return await runInside(connection, migration)
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    }
    onBeginAgain()
    await pause(LOCK_WAIT_MS)
  }
}

const runTold = async (
  connection: Kysely<Tables>,
  migration: Migration,
  onProgress: Required<MigrateOptions>['onProgress'],
): Promise<void> => {
  const startedAt = performance.now()
  let meanwhile: MigrationState = 'running'
  const tell = (state: MigrationState) =>
    onProgress({ migration: migration.name, state, seconds: Math.round((performance.now() - startedAt) / 1_000) })
  tell('begun')
  const timer = setInterval(() => {
    tell(meanwhile)
    meanwhile = 'running'
  }, TELL_EVERY_MS)
  try {
    await run(connection, migration, () => (meanwhile = 'waiting for a lock'))
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
 * @throws {SchemaTooNewError} `schema_too_new` when a newer version has changed the schema so that this one cannot run.
 * @throws {DataTooOldError} `data_too_old` when the data would suffer from being migrated.
 * @throws {DatabaseSharedError} `database_shared` when another program has a table of the same name there.
 */
export const migrate = async (
  db: Database,
  { migrations, onProgress = () => undefined }: MigrateOptions = {},
): Promise<readonly string[]> => {
  const all = migrations ?? (await readMigrations())
  return db.connection().execute(async (connection) => {
    await takeLock(connection)
    try {
      const pending = await findPending(connection, all)
      // Where some are noted in a later schema of the search path, an empty table in the first would hide them.
      if ((await readApplied(connection)).length === 0)
        await sql`create table if not exists migrations (name text primary key)`.execute(connection)
      for (const migration of pending) await runTold(connection, migration, onProgress)
      return pending.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection).catch(() => undefined)
    }
  })
}
