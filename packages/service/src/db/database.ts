import type { Kysely, Transaction } from 'kysely'
import type { PostgresConfig } from './postgres.ts'
import type { Tables } from './tables.ts'

/** The database, embedded or a Postgres server: the same SQL and the same migrations. */
export type Database = Kysely<Tables>
/** The database, or a transaction on it: what a store's functions take. */
export type Executor = Database | Transaction<Tables>

export interface EmbeddedConfig {
  readonly kind: 'embedded'
  readonly dataDir: string
  /** Whether what is committed outlives a power cut, not only the process. Default false. */
  readonly waitsForDisk?: boolean
}

/** Where the data is. */
export type DatabaseConfig = EmbeddedConfig | ({ readonly kind: 'postgres' } & PostgresConfig)
