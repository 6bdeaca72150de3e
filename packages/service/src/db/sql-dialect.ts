import {
  type DatabaseConnection,
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

class SqlDriver implements Driver {
  readonly #source: ConnectionSource
  readonly #leased = new Map<DatabaseConnection, SqlConnection>()

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#source.acquire()
    this.#leased.set(connection, connection)
    return connection
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#leased.get(connection)?.begin(settings)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#leased.get(connection)?.commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#leased.get(connection)?.rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const leased = this.#leased.get(connection)
    this.#leased.delete(connection)
    if (leased !== undefined) this.#source.release(leased)
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
