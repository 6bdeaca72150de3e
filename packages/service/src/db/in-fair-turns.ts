import { merchantAtWork } from './behalf.ts'
import type { FairTurns } from './fair-turns.ts'
import type { PoolUse } from './pool-use.ts'
import type { SqlConnection } from './sql-connection.ts'
import type { ConnectionSource } from './sql-dialect.ts'

/** Where connections come from, without an order in which they are given. */
export interface BareSource extends Omit<ConnectionSource, 'use'> {
  use(): Omit<PoolUse, 'waiting'>
}

/** A source whose connections merchants take in turns, so that none waits for all that another has asked for. */
export const inFairTurns = (source: BareSource, turns: FairTurns): ConnectionSource => {
  const releases = new Map<SqlConnection, () => void>()
  return {
    ...source,
    acquire: async () => {
      const release = await turns.acquire(merchantAtWork())
      try {
        const connection = await source.acquire()
        releases.set(connection, release)
        return connection
      } catch (error) {
        release()
        throw error
      }
    },
    release: (connection) => {
      source.release(connection)
      const release = releases.get(connection)
      releases.delete(connection)
      release?.()
    },
    use: () => ({ ...source.use(), waiting: turns.waiting }),
  }
}
