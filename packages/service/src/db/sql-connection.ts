import { CompiledQuery, type DatabaseConnection, type QueryResult, type TransactionSettings } from 'kysely'
import { retryConflicts } from './retry-conflicts.ts'

export interface SqlAnswer {
  readonly rows: unknown[]
  readonly affectedRows: number | undefined
}

/** A connection on either database, which leaves no failed statement behind for the next user. */
export abstract class SqlConnection implements DatabaseConnection {
  #inTransaction = false

  protected abstract run(query: CompiledQuery): Promise<SqlAnswer>

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A statement by itself, as all with parameters are, can be done again; a commit must not be.
    const isAlone = !this.#inTransaction && query.parameters.length > 0
    return isAlone ? retryConflicts(() => this.#execute<R>(query)) : this.#execute<R>(query)
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, affectedRows } = await this.run(query)
      return {
        rows: rows as R[],
        ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
      }
    } catch (error) {
      // A batch of statements may have opened a transaction of its own before it failed.
      if (!this.#inTransaction) await this.run(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read whole; streaming is not supported')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(', ')
    await this.executeQuery(CompiledQuery.raw(`begin ${modes}`))
    this.#inTransaction = true
  }

  async commit(): Promise<void> {
    await this.#end('commit')
  }

  async rollback(): Promise<void> {
    await this.#end('rollback')
  }

  async #end(statement: 'commit' | 'rollback'): Promise<void> {
    this.#inTransaction = false
    await this.executeQuery(CompiledQuery.raw(statement))
  }
}

/** Bytes as Postgres reads them in a text. */
export const byteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
