import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { TestProject } from 'vitest/node'
import { embeddedSource } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { SqlDialect } from '../src/db/sql-dialect.ts'
import type { Tables } from '../src/db/tables.ts'
import { providePostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A maintenance database of the Postgres under test; empty where the embedded database is tested. */
    postgresUrl: string
    /** A dump of a migrated embedded database; empty where a Postgres is tested. */
    embeddedDump: string
  }
}

/** Migrates once for all test files: a database is loaded from the dump in a fraction of the time. */
const dumpTemplate = async (file: string): Promise<void> => {
  const pglite = await PGlite.create()
  const db = new Kysely<Tables>({ dialect: new SqlDialect(await embeddedSource({ pglite })) })
  await migrate(db)
  const dump = await pglite.dumpDataDir('none')
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  await db.destroy()
}

/** Gives a project of the tests the database that its `COINSLOT_TEST_DATABASE` names: `postgres`, or by default the embedded one. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const isPostgres = project.config.env?.['COINSLOT_TEST_DATABASE'] === 'postgres'
  if (isPostgres) {
    const server = await providePostgres()
    project.provide('postgresUrl', server.url)
    project.provide('embeddedDump', '')
    return server.stop
  }
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-embedded-'))
  const dump = join(folder, 'template.tar')
  await dumpTemplate(dump)
  project.provide('postgresUrl', '')
  project.provide('embeddedDump', dump)
  return () => rm(folder, { recursive: true, force: true })
}
