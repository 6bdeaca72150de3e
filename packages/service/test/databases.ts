import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database, Executor } from '../src/db/database.ts'
import { openDatabase, openMemoryDatabase } from '../src/db/open-database.ts'
import { preparedImage } from '../src/db/prepared-image.ts'

/** `postgres` runs a suite against a real server; anything else against the embedded database in memory. */
export const testDatabase = process.env['COINSLOT_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded'

/** Runs one statement on a server. */
export const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A new, migrated database on the test server, copied from its template. */
export const createPostgresDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // By default the copy is written twice, once into the log, which takes half as long again.
  await onServer(server, `create database ${name} template coinslot_template strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

export interface TestDatabase {
  readonly db: Database
  /** Opens the same database once more, as another process does; null where only one process can have it open. */
  readonly openAgain: (() => Promise<Database>) | null
  close(): Promise<void>
}

/** A database of the kind under test, migrated and empty. */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  if (testDatabase === 'embedded') {
    const db = await openMemoryDatabase(await preparedImage())
    return { db, openAgain: null, close: () => db.destroy() }
  }
  const { url, drop } = await createPostgresDatabase()
  const openAgain = () => openDatabase({ kind: 'postgres', url, poolSize: 8 })
  const db = await openAgain()
  return {
    db,
    openAgain,
    close: async () => {
      await db.destroy()
      await drop()
    },
  }
}

/** Whether another statement waits for a lock that this transaction holds, on Postgres; jobs wait for each other at times. */
export const someoneWaitsFor = async (transaction: Executor): Promise<boolean> => {
  // Not from `pg_stat_activity`, which a transaction reads once and keeps.
  const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  return (await waiting.execute(transaction)).rows.length > 0
}
