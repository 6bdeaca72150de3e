import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { codeOf } from './error-code.ts'

/** SQLSTATE. */
const DISK_FULL = '53100'

/** Needs room on the disk of the tables for a moment: what is over 64 kB of memory goes into a file there. */
const needRoom = async (executor: Executor): Promise<void> => {
  await sql`
    select count(*)
    from (select set_config('work_mem', '64kB', true) || set_config('temp_tablespaces', '', true) as settings) here,
      lateral generate_series(1, 10000 + 0 * length(settings))
  `.execute(executor)
}

/**
 * Writes one row, the same each time, for which there is room on a full disk, too, and then looks for room; fails where the
 * database takes no writes.
 */
export const assertWritable = async (executor: Executor): Promise<void> => {
  await sql`
    insert into readiness (written_at) values (clock_timestamp())
    on conflict (id) do update set written_at = excluded.written_at
  `.execute(executor)
  await needRoom(executor).catch((error: unknown) => {
    // A server may refuse such files for reasons of its own (`temp_file_limit`).
    if (codeOf(error) === DISK_FULL) throw error
  })
}
