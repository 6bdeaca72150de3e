import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { findForeignTable, hasForeignMigrations } from './foreign-tables.ts'
import type { Migration } from './read-migrations.ts'
import { DatabaseSharedError, DataTooOldError, SchemaTooNewError } from './schema-errors.ts'
import { type AppliedMigration, findUnserved } from './schema-rules.ts'

/** Changed how keys of idempotency are kept, without carrying them over. */
const KEYS_CHANGED = '004_intent_keys.sql'

/** Whether there is one of that name in any schema of the search path. */
export const hasTable = async (executor: Executor, table: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(executor)
  return rows[0]?.found === true
}

/**
 * The migrations that the database has had, the first one first; none where it is new.
 * @throws {DatabaseSharedError} `database_shared` where another program keeps its own under that name.
 */
export const readApplied = async (executor: Executor): Promise<readonly AppliedMigration[]> => {
  if (!(await hasTable(executor, 'migrations'))) return []
  if (await hasForeignMigrations(executor)) throw new DatabaseSharedError('migrations')
  // Databases from before migration 080 have no such column.
  const { rows } = await sql<AppliedMigration>`
    select name, to_jsonb(migrations) ->> 'compatible_since' as "compatibleSince" from migrations order by name
  `.execute(executor)
  return rows
}

/** @throws {SchemaTooNewError} `schema_too_new` when a newer version has changed the schema so that this one cannot run. */
export const assertServed = (applied: readonly AppliedMigration[], migrations: readonly Migration[]): void => {
  const known = migrations.map(({ name }) => name)
  const unserved = findUnserved(known, applied)
  if (unserved !== undefined) throw new SchemaTooNewError(unserved.name, known.at(-1) ?? 'none')
}

/**
 * What this code would have to do to the database.
 * @throws {SchemaTooNewError} `schema_too_new` when a newer version has changed the schema so that this one cannot run.
 * @throws {DataTooOldError} `data_too_old` when the data would suffer from being migrated.
 * @throws {DatabaseSharedError} `database_shared` when another program has a table of the same name there.
 */
export const findPending = async (
  executor: Executor,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> => {
  const applied = await readApplied(executor)
  assertServed(applied, migrations)
  const foreign = applied.length === 0 ? await findForeignTable(executor, migrations) : undefined
  if (foreign !== undefined) throw new DatabaseSharedError(foreign)
  const known = migrations.map(({ name }) => name)
  const done = new Set(applied.map(({ name }) => name))
  if (known.includes(KEYS_CHANGED) && !done.has(KEYS_CHANGED) && (await hasTable(executor, 'payment_intents'))) {
    const { rows } = await sql`select 1 from payment_intents limit 1`.execute(executor)
    if (rows.length > 0) throw new DataTooOldError(KEYS_CHANGED)
  }
  return migrations.filter(({ name }) => !done.has(name))
}
