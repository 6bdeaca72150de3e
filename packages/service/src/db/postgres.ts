import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { FairTurns } from './fair-turns.ts'
import { inFairTurns, type BareSource } from './in-fair-turns.ts'
import { SqlConnection } from './sql-connection.ts'
import { DatabaseEncodingError } from './schema-errors.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import type { ConnectionSource } from './sql-dialect.ts'
import { withPlainTlsMode } from './tls-mode.ts'
import { DatabaseReadOnlyError, isReadOnly } from './unavailable.ts'
import { UrlFileError } from './url-file-error.ts'

const CONNECT_TIMEOUT_MS = 3_000
/** Of the connections, what one merchant may have at once: all its statements may wait for a row that somebody holds. */
const SHARE_OF_ONE = 3 / 4
/**
 * So long after it last heard of the server a connection asks whether it is still there: where another has its address, that one
 * resets it, and a statement that waits for a lost server fails at once, long before its time is up.
 */
const KEEP_ALIVE_AFTER_MS = 2_000
const STATEMENT_TIMEOUT_MS = 15_000
/**
 * After so long between two statements of a transaction the server undoes it and ends the connection: longer than any lies
 * idle, as none waits for anything but the database; shorter than others wait for the rows that it has locked.
 */
const IDLE_IN_TRANSACTION_MS = 5_000
/** Limits that a role or database may set besides those two, and which end connections; Postgres 15 does not know the first. */
const CONNECTION_LIMITS = ['transaction_timeout', 'idle_session_timeout']
const MAX_PREPARED_STATEMENTS = 500
const INT8_OID = 20
/** Those that hold every text; the second, what a server made without a locale has, whatever bytes it is given. */
const ENCODINGS = ['UTF8', 'SQL_ASCII']

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
}

/** Statement names by their text: parsed and planned once per connection. */
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

/**
 * What a new connection says, as one batch: a pooler in front refuses limits that are named as it connects. Of what its role
 * or database sets, neither dates that the driver cannot read are taken over nor times cut short, nor limits that end connections,
 * nor for work without a limit one of waiting for locks, nor commits that return before they are on the disk, nor an isolation
 * under which who has waited for a row sees nothing else of what it waited for, and is not told.
 */
const introductionOf = (statementTimeoutMs: number, idleInTransactionMs: number): string => {
  const lifted = statementTimeoutMs === 0 ? [...CONNECTION_LIMITS, 'lock_timeout'] : CONNECTION_LIMITS
  return [
    ...Object.entries(SESSION_SETTINGS).map(([name, value]) => `set ${name} = ${value}`),
    'set datestyle = ISO',
    'set extra_float_digits = 1',
    `set statement_timeout = ${statementTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    ...lifted.map((name) => `select set_config('${name}', '0', false) where current_setting('${name}', true) <> '0'`),
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
    "select set_config('default_transaction_isolation', 'read committed', false) where current_setting('default_transaction_isolation') = 'repeatable read'",
    "select current_setting('transaction_read_only') = 'on' as read_only, current_setting('server_encoding') as encoding",
  ].join('; ')
}

interface ServerNature {
  readonly read_only: boolean
  readonly encoding: string
}

/** What the connections of a pool have in common. */
class PoolState {
  readonly names = new StatementNames()
  /** Counted up when the server turns out to take no writes: connections from before are given up. */
  generation = 0
}

class PostgresConnection extends SqlConnection {
  readonly client: pg.PoolClient
  readonly #pool: PoolState
  readonly #generation: number
  /** What made it unusable. */
  #brokenBy: unknown

  constructor(client: pg.PoolClient, pool: PoolState) {
    super()
    this.client = client
    this.#pool = pool
    this.#generation = pool.generation
  }

  /** Whether nobody may use it again. */
  get isBroken(): boolean {
    return this.#brokenBy !== undefined || this.#generation < this.#pool.generation
  }

  protected async run({ sql, parameters }: CompiledQuery) {
    // A server that has not answered would not answer a rollback either; it undoes what was begun when the connection ends.
    if (this.#brokenBy !== undefined) throw this.#brokenBy
    try {
      const name = parameters.length === 0 ? undefined : this.#pool.names.nameOf(sql)
      const result = await this.client.query({
        text: sql,
        values: [...parameters],
        ...(name === undefined ? {} : { name }),
      })
      const last = Array.isArray(result) ? (result as pg.QueryResult[]).at(-1) : result
      return { rows: last?.rows ?? [], affectedRows: last?.rowCount ?? undefined }
    } catch (error) {
      const isUsable = error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.code !== '0A000'
      if (!isUsable) this.#brokenBy = error
      if (isReadOnly(error)) this.#pool.generation += 1
      throw error
    }
  }
}

export interface PostgresConfig {
  readonly url: string
  readonly poolSize: number
  /** Default 15 seconds; null for none, and none for what lies idle in a transaction. */
  readonly statementTimeoutMs?: number | null
}

/** A server tells in its own language how bad a failure is (`ВАЖНО`); one with which no connection begins is `FATAL`. */
const refused = (error: unknown): never => {
  if (error instanceof pg.DatabaseError) error.severity = 'FATAL'
  throw error
}

/** The driver reads the files that a URL names with each connection, and says of none what it is for. */
const withReadableFiles = (connectionString: string): string => {
  try {
    void new pg.Client({ connectionString })
  } catch (cause) {
    throw new UrlFileError(cause)
  }
  return connectionString
}

/** A pool of connections to a Postgres server; a lost one is replaced when the next is asked for. */
export const postgresSource = (
  { url, poolSize, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PostgresConfig,
  onIdleError: (error: Error) => void,
): ConnectionSource => {
  const pool = new pg.Pool({
    connectionString: withReadableFiles(withPlainTlsMode(url)),
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The driver's own limit is for a server that does not keep to its.
    ...(statementTimeoutMs === null ? {} : { query_timeout: statementTimeoutMs + 1_000 }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'coinslot',
    types,
  })
  const state = new PoolState()
  pool.on('error', onIdleError)
  // A connection that dies while in use fails its query, which is where the error is handled.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  // A pooler without one to spare lets who connects wait here, and those without a limit for good.
  const introduction: pg.QueryConfig & { readonly query_timeout: number } = {
    text: introductionOf(statementTimeoutMs ?? 0, statementTimeoutMs === null ? 0 : IDLE_IN_TRANSACTION_MS),
    query_timeout: (statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + 1_000,
  }
  const connections = new WeakMap<pg.PoolClient, PostgresConnection>()
  const introduce = async (client: pg.PoolClient): Promise<PostgresConnection> => {
    try {
      const answers = (await client.query(introduction)) as unknown as pg.QueryResult<ServerNature>[]
      const nature = answers.at(-1)?.rows[0]
      if (nature?.read_only) throw new DatabaseReadOnlyError()
      if (nature && !ENCODINGS.includes(nature.encoding)) throw new DatabaseEncodingError(nature.encoding)
    } catch (error) {
      client.release(true)
      throw error
    }
    const connection = new PostgresConnection(client, state)
    connections.set(client, connection)
    return connection
  }
  const source: BareSource = {
    acquire: async () => {
      for (;;) {
        const client = await pool.connect().catch(refused)
        const known = connections.get(client)
        if (known === undefined) return introduce(client)
        if (!known.isBroken) return known
        client.release(true)
      }
    },
    release: (connection) => {
      if (connection instanceof PostgresConnection) connection.client.release(connection.isBroken)
    },
    close: () => pool.end(),
    use: () => ({ open: pool.totalCount, idle: pool.idleCount }),
  }
  const atOnceEach = Math.max(1, Math.floor(poolSize * SHARE_OF_ONE))
  return inFairTurns(source, new FairTurns({ atOnce: poolSize, atOnceEach, patienceMs: CONNECT_TIMEOUT_MS }))
}
