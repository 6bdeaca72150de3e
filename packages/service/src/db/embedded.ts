import { PGlite, types } from '@electric-sql/pglite'
import type { CompiledQuery } from 'kysely'
import type { DatabaseImage } from './database-image.ts'
import { EmbeddedPGlite } from './embedded-pglite.ts'
import { ImageFs } from './image-fs.ts'
import { Mutex } from './mutex.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
import { PrivateNodeFS } from './private-node-fs.ts'
import { byteaText, type SqlAnswer, SqlConnection } from './sql-connection.ts'
import type { ConnectionSource } from './sql-dialect.ts'

class EmbeddedConnection extends SqlConnection {
  readonly #pglite: PGlite
  readonly #statements: EmbeddedStatements

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
    this.#statements = new EmbeddedStatements(pglite)
  }

  protected async run({ sql, parameters }: CompiledQuery): Promise<SqlAnswer> {
    if (parameters.length > 0) return this.#statements.run(sql, parameters)
    // Batches of statements exist only without parameters.
    const last = (await this.#pglite.exec(sql)).at(-1)
    return { rows: last?.rows ?? [], affectedRows: last?.affectedRows }
  }
}

/** What is shared by all connections, of which there is one. Opening writes to all of it, and of the default are 160 MB. */
const SHARED = { shared_buffers: '32MB', max_connections: '10' }

/** Given with the start: the first statement of all takes longer than the start's own reading of them. */
const SETTINGS = Object.entries({ ...SHARED, ...SESSION_SETTINGS })

type ImageToCome = DatabaseImage | Promise<DatabaseImage>

/** @param options see `embeddedSource` */
export const openEmbedded = async ({
  folder,
  image,
}: { folder?: string; image?: ImageToCome } = {}): Promise<PGlite> => {
  const pglite = new EmbeddedPGlite({
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    ...(folder === undefined ? {} : { fs: new PrivateNodeFS(folder) }),
    ...(image === undefined ? {} : { fs: new ImageFs(image) }),
    serializers: { [types.BYTEA]: byteaText },
    parsers: {
      [types.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
      [types.INT8]: Number,
    },
  })
  await pglite.waitReady
  return pglite
}

/**
 * The embedded database: one connection, which whole transactions take in turn.
 * @param options.folder where it lives; without one it is in memory.
 * @param options.image what a database in memory starts from, if need be as soon as it is there.
 * @param options.pglite one that is open already.
 * @param options.onClosed called when nothing of it is open any more.
 */
export const embeddedSource = async ({
  pglite: given,
  onClosed = () => undefined,
  ...where
}: {
  folder?: string
  image?: ImageToCome
  pglite?: PGlite
  onClosed?: () => void
} = {}): Promise<ConnectionSource> => {
  const pglite = given ?? (await openEmbedded(where))
  const turns = new Mutex()
  const connection = new EmbeddedConnection(pglite)
  return {
    acquire: async () => {
      await turns.acquire()
      return connection
    },
    release: () => turns.release(),
    use: () => ({ open: 1, idle: turns.isHeld ? 0 : 1, waiting: turns.waiting }),
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
