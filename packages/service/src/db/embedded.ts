import { PGlite, types } from '@electric-sql/pglite'
import type { CompiledQuery } from 'kysely'
import type { DatabaseImage } from './database-image.ts'
import { EmbeddedPGlite } from './embedded-pglite.ts'
import { failureOfStart } from './engine-not-started.ts'
import { ImageFs } from './image-fs.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { inFairTurns, type BareSource } from './in-fair-turns.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
import { PrivateNodeFS } from './private-node-fs.ts'
import { byteaText, type SqlAnswer, SqlConnection } from './sql-connection.ts'
import type { ConnectionSource } from './sql-dialect.ts'
import { LoopTurns } from './loop-turns.ts'

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
/** Its files are in memory already, and need few copies there. */
const IN_MEMORY = { shared_buffers: '8MB' }
/** The engine comes with `fsync` off, and has one call for it that is more than a name. */
const ON_DISK = { fsync: 'on', wal_sync_method: 'fsync' }

interface Place {
  readonly folder?: string
  readonly waitsForDisk?: boolean
  readonly image?: DatabaseImage | Promise<DatabaseImage>
}

/**
 * @param place see `embeddedSource`
 * @throws {EngineNotStartedError} `database_engine_not_started` when Node or the machine does not let the engine run.
 */
export const openEmbedded = async ({ folder, waitsForDisk = false, image }: Place = {}): Promise<PGlite> => {
  // Given with the start: the first statement of all takes longer than the start's own reading of them.
  const settings = Object.entries({
    ...SHARED,
    ...(image !== undefined && IN_MEMORY),
    ...SESSION_SETTINGS,
    ...(waitsForDisk && ON_DISK),
  })
  const pglite = new EmbeddedPGlite({
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    ...(folder === undefined ? {} : { fs: new PrivateNodeFS(folder, { waitsForDisk }) }),
    ...(image === undefined ? {} : { fs: new ImageFs(image) }),
    serializers: { [types.BYTEA]: byteaText },
    parsers: {
      [types.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
      [types.INT8]: Number,
    },
  })
  await pglite.waitReady.catch((error: unknown) => {
    throw failureOfStart(error)
  })
  return pglite
}

/**
 * The embedded database: one connection, which whole transactions take in turn.
 * @param options.folder where it lives; without one it is in memory.
 * @param options.waitsForDisk whether a commit returns only when it is on the disk, and so outlives a power cut. Default: it
 *   outlives the process.
 * @param options.image what a database in memory starts from, if need be as soon as it is there.
 * @param options.pglite one that is open already.
 * @param options.onClosed called when nothing of it is open any more.
 */
export const embeddedSource = async ({
  pglite: given,
  onClosed = () => undefined,
  ...where
}: Place & { pglite?: PGlite; onClosed?: () => void } = {}): Promise<ConnectionSource> => {
  const pglite = given ?? (await openEmbedded(where))
  const turns = new LoopTurns()
  const connection = new EmbeddedConnection(pglite)
  const source: BareSource = {
    acquire: async () => connection,
    release: () => undefined,
    use: () => ({ open: 1, idle: turns.isHeld ? 0 : 1 }),
    close: async () => {
      await turns.acquireLast()
      try {
        if (!pglite.closed) await pglite.close()
      } finally {
        onClosed()
      }
    },
  }
  return inFairTurns(source, turns)
}
