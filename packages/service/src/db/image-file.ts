import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { DatabaseImage, DatabaseImages } from './database-image.ts'

/** More than an image is long: it is unpacked in one go, not in a thousand pieces. */
const UNPACK_BYTES = 32_000_000

/** Looks back as far as it can: one template's files are nearly the other's, seven megabytes before. */
const COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 }

/** Two pieces as one: the length of the first, the first, the second. */
const join = (first: Uint8Array, second: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(first.length)
  return Buffer.concat([length, first, second])
}

const split = (joined: Buffer): [first: Buffer, second: Buffer] => {
  const end = 4 + joined.readUInt32BE(0)
  return [joined.subarray(4, end), joined.subarray(end)]
}

const packImage = ({ entries, bytes }: DatabaseImage): Promise<Buffer> =>
  promisify(brotliCompress)(join(Buffer.from(JSON.stringify(entries)), bytes), { params: COMPRESSION })

const unpackImage = async (packed: Buffer): Promise<DatabaseImage> => {
  const [entries, bytes] = split(await promisify(brotliDecompress)(packed, { chunkSize: UNPACK_BYTES }))
  return { entries: JSON.parse(entries.toString()), bytes }
}

export const packImages = async ({ database, templates }: DatabaseImages): Promise<Buffer> =>
  join(await packImage(database), await packImage(templates))

/** Both images of a file that `packImages` made. */
export const unpackImages = async (packed: Buffer): Promise<DatabaseImages> => {
  const [database, templates] = split(packed)
  return { database: await unpackImage(database), templates: await unpackImage(templates) }
}

/** The image of the database alone. */
export const unpackDatabase = (packed: Buffer): Promise<DatabaseImage> => unpackImage(split(packed)[0])
