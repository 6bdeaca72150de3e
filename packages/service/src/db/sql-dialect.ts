import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { PoolUse } from './pool-use.ts'
import type { SqlConnection } from './sql-connection.ts'

/** Where connections come from: a pool, or the one of the embedded database. */
export interface ConnectionSource {
  acquire(): Promise<SqlConnection>
  release(connection: SqlConnection): void
  close(): Promise<void>
  /** How busy they are now. */
  use(): PoolUse
}

/** Kysely hands back the connections that it has acquired here. */
class SqlDriver implements Driver {
  readonly #source: ConnectionSource

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqlConnection> {
    return this.#source.acquire()
  }

  async beginTransaction(connection: SqlConnection, settings: TransactionSettings): Promise<void> {
    await connection.begin(settings)
  }

  async commitTransaction(connection: SqlConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqlConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: SqlConnection): Promise<void> {
    this.#source.release(connection)
  }

  async destroy(): Promise<void> {
    await this.#source.close()
  }
}

/** Kysely's Postgres language over our own connections, so that both databases behave alike. */
export class SqlDialect implements Dialect {
  readonly #source: ConnectionSource

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  createDriver(): Driver {
    return new SqlDriver(this.#source)
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db)
  }
}
