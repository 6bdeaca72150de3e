import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { OWN_SCHEMA } from './own-schema.ts'
import type { Migration } from './read-migrations.ts'

/** What a migration makes; those that make a table begin a line with it. */
const MADE = /^create table (\w+)/gm

/** Whether the table `migrations` that is found there is another program's, as some call theirs: ours is kept by name. */
export const hasForeignMigrations = async (executor: Executor): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = to_regclass('migrations') and indisprimary and attname = 'name'
  `.execute(executor)
  return rows.length === 0
}

/** What stands, where no migration has run, in the place of a table that one of them makes. */
export const findForeignTable = async (
  executor: Executor,
  migrations: readonly Migration[],
): Promise<string | undefined> => {
  const made = migrations.flatMap(({ statements }) => [...statements.matchAll(MADE)].map(([, name]) => name))
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = ${OWN_SCHEMA} and relname = any(${made}::text[]) limit 1
  `.execute(executor)
  return rows[0]?.name
}
