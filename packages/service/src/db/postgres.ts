import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { SqlConnection } from './sql-connection.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import type { ConnectionSource } from './sql-dialect.ts'

const CONNECT_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 15_000
const MAX_PREPARED_STATEMENTS = 500
const INT8_OID = 20

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
}

/** Statement names by their text: parsed and planned once a connection. */
class StatementNames {
  readonly #names = new Map<string, string>()

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= MAX_PREPARED_STATEMENTS) return known
    const name = `s${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

class PostgresConnection extends SqlConnection {
  readonly client: pg.PoolClient
  readonly #names: StatementNames
  broken = false

  constructor(client: pg.PoolClient, names: StatementNames) {
    super()
    this.client = client
    this.#names = names
  }

  protected async run({ sql, parameters }: CompiledQuery) {
    try {
      const name = parameters.length === 0 ? undefined : this.#names.nameOf(sql)
      const result = await this.client.query({
        text: sql,
        values: [...parameters],
        ...(name === undefined ? {} : { name }),
      })
      const last = Array.isArray(result) ? (result as pg.QueryResult[]).at(-1) : result
      return { rows: last?.rows ?? [], affectedRows: last?.rowCount ?? undefined }
    } catch (error) {
      this.broken ||= !(error instanceof pg.DatabaseError) || error.code === '0A000'
      throw error
    }
  }
}

export interface PostgresConfig {
  readonly url: string
  readonly poolSize: number
  /** Default 15 seconds; null for none. */
  readonly statementTimeoutMs?: number | null
}

/** A pool of connections to a Postgres server; a lost one is replaced when the next is asked for. */
export const postgresSource = (
  { url, poolSize, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PostgresConfig,
  onIdleError: (error: Error) => void,
): ConnectionSource => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The driver's own limit is for a server that does not keep to its.
    ...(statementTimeoutMs === null
      ? { statement_timeout: 0 }
      : { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + 1_000 }),
    keepAlive: true,
    application_name: 'coinslot',
    types,
  })
  const names = new StatementNames()
  pool.on('error', onIdleError)
  // A connection that dies while in use fails its query, which is where the error is handled.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const connections = new WeakMap<pg.PoolClient, PostgresConnection>()
  const introduce = async (client: pg.PoolClient): Promise<PostgresConnection> => {
    try {
      await client.query(SESSION_SETTINGS)
    } catch (error) {
      client.release(true)
      throw error
    }
    const connection = new PostgresConnection(client, names)
    connections.set(client, connection)
    return connection
  }
  return {
    acquire: async () => {
      const client = await pool.connect()
      return connections.get(client) ?? introduce(client)
    },
    release: (connection) => {
      if (connection instanceof PostgresConnection) connection.client.release(connection.broken)
    },
    close: () => pool.end(),
  }
}
