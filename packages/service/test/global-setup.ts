import type { TestProject } from 'vitest/node'
import { preparedImage } from '../src/db/prepared-image.ts'
import { providePostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A maintenance database of the Postgres under test; empty where the embedded database is tested. */
    postgresUrl: string
  }
}

/** Gives a project of the tests the database that its `COINSLOT_TEST_DATABASE` names: `postgres`, or by default the embedded one. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const isPostgres = project.config.env?.['COINSLOT_TEST_DATABASE'] === 'postgres'
  if (isPostgres) {
    const server = await providePostgres()
    project.provide('postgresUrl', server.url)
    return server.stop
  }
  // Once for all test files, where migrations have changed.
  await preparedImage()
  project.provide('postgresUrl', '')
  return () => Promise.resolve()
}
