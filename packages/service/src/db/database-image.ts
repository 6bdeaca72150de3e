import type { PGlite } from '@electric-sql/pglite'

/** A data folder, or a part of one, as bytes: its files, one after the other. */
export interface DatabaseImage {
  readonly entries: readonly ImageEntry[]
  readonly bytes: Uint8Array
}

interface ImageEntry {
  /** From the data folder on, such as `/base/5/1259`. */
  readonly path: string
  readonly mode: number
  /** Of the file's bytes in the image; undefined for a folder. */
  readonly length?: number
  /** How many bytes of the file follow them that are all 0; default none. */
  readonly zeros?: number
}

/** A database that is migrated, and empty. */
export interface DatabaseImages {
  /** What one in memory starts from. */
  readonly database: DatabaseImage
  /** What belongs into a folder besides: the two templates of other databases. */
  readonly templates: DatabaseImage
}

/** Where PGlite has it, in its own file system. */
export const DATA_FOLDER = '/pglite/data'
const TEMPLATE = /^\/base\/[14]\//
/** Postgres reads its log by the page. */
const LOG_PAGE_BYTES = 8_192

const lengthWithoutZeros = (bytes: Uint8Array): number => {
  const last = bytes.findLastIndex((byte) => byte !== 0)
  return Math.ceil((last + 1) / LOG_PAGE_BYTES) * LOG_PAGE_BYTES
}

interface File {
  readonly path: string
  readonly mode: number
  /** Undefined for a folder. */
  readonly content?: Uint8Array
}

/** The log is kept without its empty end, which is most of it. */
const entryOf = ({ path, mode, content }: File): ImageEntry => {
  if (content === undefined) return { path, mode }
  const length = path.startsWith('/pg_wal/') ? lengthWithoutZeros(content) : content.length
  return { path, mode, length, ...(length < content.length && { zeros: content.length - length }) }
}

const imageOf = (files: readonly File[]): DatabaseImage => {
  const entries = files.map(entryOf)
  const contents = files.map(({ content }, index) => content?.subarray(0, entries[index]?.length) ?? new Uint8Array())
  return { entries, bytes: Buffer.concat(contents) }
}

/** Reads the data folder of a database in memory on which nothing is done any more. */
export const takeImages = async (pglite: PGlite): Promise<DatabaseImages> => {
  // Whatever stands in the log alone would have to be recovered with each start; of the log no more is needed then than its end.
  await pglite.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint')
  const { FS } = pglite.Module
  const read = (path: string): File[] => {
    const { mode } = FS.stat(DATA_FOLDER + path, false)
    if (!FS.isDir(mode)) return [{ path, mode, content: FS.readFile(DATA_FOLDER + path) }]
    const names = FS.readdir(DATA_FOLDER + path).filter((name: string) => !/^\.\.?$/.test(name))
    return [{ path, mode }, ...names.flatMap((name: string) => read(`${path}/${name}`))]
  }
  const files = read('')
  return {
    database: imageOf(files.filter(({ path }) => !TEMPLATE.test(path))),
    templates: imageOf(files.filter(({ path }) => TEMPLATE.test(path))),
  }
}
