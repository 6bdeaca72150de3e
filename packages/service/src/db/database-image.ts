import { MemoryFS, type PGlite } from '@electric-sql/pglite'

/** A data folder as bytes: its files, one after the other. */
export interface DatabaseImage {
  readonly entries: readonly ImageEntry[]
  readonly bytes: Uint8Array
}

interface ImageEntry {
  /** From the data folder on, such as `/base/5/1259`. */
  readonly path: string
  readonly mode: number
  /** Of the file, in bytes; undefined for a folder. */
  readonly length?: number
}

const DATA_FOLDER = '/pglite/data'
/** Postgres reads its log by the page. */
const LOG_PAGE_BYTES = 8_192

const lengthWithoutZeros = (bytes: Uint8Array): number => {
  const last = bytes.findLastIndex((byte) => byte !== 0)
  return Math.ceil((last + 1) / LOG_PAGE_BYTES) * LOG_PAGE_BYTES
}

/** Leaves out what no database in memory reads: the two templates of other databases, and the log's empty end. */
const trimmed = (path: string, bytes: Uint8Array): Uint8Array | undefined => {
  if (/^\/base\/[14]\//.test(path)) return undefined
  return path.startsWith('/pg_wal/') ? bytes.subarray(0, lengthWithoutZeros(bytes)) : bytes
}

/** Reads the data folder of a database in memory on which nothing is done any more. */
export const takeImage = async (pglite: PGlite): Promise<DatabaseImage> => {
  // Whatever stands in the log alone would have to be recovered with each start; of the log no more is needed then than its end.
  await pglite.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint')
  const { FS } = pglite.Module
  const entries: ImageEntry[] = []
  const contents: Uint8Array[] = []
  const read = (path: string): void => {
    const { mode } = FS.stat(DATA_FOLDER + path, false)
    if (FS.isDir(mode)) {
      entries.push({ path, mode })
      for (const name of FS.readdir(DATA_FOLDER + path)) if (!/^\.\.?$/.test(name)) read(`${path}/${name}`)
      return
    }
    const bytes = trimmed(path, FS.readFile(DATA_FOLDER + path))
    if (bytes === undefined) return
    entries.push({ path, mode, length: bytes.length })
    contents.push(bytes)
  }
  read('')
  return { entries, bytes: Buffer.concat(contents) }
}

/** The memory of a database that starts from an image. */
export class ImageFs extends MemoryFS {
  readonly #image: DatabaseImage

  constructor(image: DatabaseImage) {
    super()
    this.#image = image
  }

  override async initialSyncFs(): Promise<void> {
    if (this.pg === undefined) throw new Error('The file system has no database yet')
    const { FS } = this.pg.Module
    // One copy, which the database's files own from here on.
    const bytes = new Uint8Array(this.#image.bytes)
    let at = 0
    for (const { path, mode, length } of this.#image.entries) {
      const target = DATA_FOLDER + path
      if (length === undefined) FS.mkdirTree(target)
      else FS.writeFile(target, bytes.subarray(at, (at += length)), { canOwn: true })
      FS.chmod(target, mode)
    }
  }
}

/** An image as one piece: the length of its index, the index, the bytes. */
export const packImage = ({ bytes, entries }: DatabaseImage): Buffer => {
  const index = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(index.length)
  return Buffer.concat([length, index, bytes])
}

export const unpackImage = (packed: Buffer): DatabaseImage => {
  const bytesAt = 4 + packed.readUInt32BE(0)
  return { entries: JSON.parse(packed.toString('utf8', 4, bytesAt)), bytes: packed.subarray(bytesAt) }
}
