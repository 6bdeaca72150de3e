import pg from 'pg'
import { startPostgresServer } from '../test/postgres-server.ts'

const SECRET_KEY = 'a secret key for benchmarks, and for benchmarks only'

/** A Postgres server for one run of the benchmarks. */
export interface BenchPostgres {
  /** A new database; the answer is its URL. */
  create(name: string): Promise<string>
  /** Environment of a service on a new database. */
  environment(name: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

/** @param settings of the server, as `name=value`; otherwise as it comes. */
export const startBenchPostgres = async (settings: readonly string[] = []): Promise<BenchPostgres> => {
  const server = await startPostgresServer({ durable: true, settings })
  const create = async (name: string): Promise<string> => {
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }
  return {
    create,
    environment: async (name) => ({
      COINSLOT_PORT: '0',
      COINSLOT_DATABASE_URL: await create(name),
      COINSLOT_MODE: 'sandbox',
      COINSLOT_SECRET_KEY: SECRET_KEY,
    }),
    stop: server.stop,
  }
}
