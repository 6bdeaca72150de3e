import { sql } from 'kysely'
import type { Executor } from '../src/db/database.ts'

/** Every row of every table as text, a line each, after its table's name. */
export const dumpTables = async (db: Executor): Promise<readonly string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
  `.execute(db)
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    dumps.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return dumps
}
