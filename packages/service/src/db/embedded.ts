import { PGlite, types } from '@electric-sql/pglite'
import type { CompiledQuery } from 'kysely'
import { Mutex } from './mutex.ts'
import { SqlConnection } from './sql-connection.ts'
import type { ConnectionSource } from './sql-dialect.ts'

class EmbeddedConnection extends SqlConnection {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
  }

  protected async run({ sql, parameters }: CompiledQuery) {
    if (parameters.length > 0) return this.#pglite.query<unknown>(sql, [...parameters]).then(answerOf)
    // Batches of statements exist only without parameters.
    return answerOf((await this.#pglite.exec(sql)).at(-1))
  }
}

const answerOf = (result: { rows: unknown[]; affectedRows?: number } | undefined) => ({
  rows: result?.rows ?? [],
  affectedRows: result?.affectedRows,
})

const open = (folder: string | undefined, dump: Blob | undefined): Promise<PGlite> =>
  PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
    parsers: {
      [types.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
      [types.INT8]: Number,
    },
  })

/**
 * The embedded database: one connection, which whole transactions take in turn.
 * @param options.folder where it lives; without one it is in memory.
 * @param options.dump what it starts from, as PGlite dumps a data folder.
 * @param options.pglite one that is open already.
 * @param options.onClosed called when nothing of it is open any more.
 */
export const embeddedSource = async ({
  folder,
  dump,
  pglite: given,
  onClosed = () => undefined,
}: {
  folder?: string
  dump?: Blob
  pglite?: PGlite
  onClosed?: () => void
} = {}): Promise<ConnectionSource> => {
  const pglite = given ?? (await open(folder, dump))
  const turns = new Mutex()
  const connection = new EmbeddedConnection(pglite)
  return {
    acquire: async () => {
      await turns.acquire()
      return connection
    },
    release: () => turns.release(),
    close: async () => {
      await turns.acquire()
      try {
        if (!pglite.closed) await pglite.close()
      } finally {
        onClosed()
      }
    },
  }
}
