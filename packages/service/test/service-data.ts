import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, testDatabase } from './databases.ts'

/** The environment of a service process on data of its own, on the database under test. */
export const createServiceData = async (): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> => {
  if (testDatabase === 'postgres') {
    const { url, drop } = await createPostgresDatabase()
    const env = {
      COINSLOT_DATABASE_URL: url,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only',
    }
    return { env, remove: drop }
  }
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-data-'))
  return {
    env: { COINSLOT_DATA_DIR: folder },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
