import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { DatabaseImage, DatabaseImages } from './database-image.ts'

/** Looks back as far as it can: one template's files are nearly the other's, seven megabytes before. */
const COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 }

const numberOf = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Two pieces as one: the length of the first, the first, the second. */
const join = (first: Uint8Array, second: Uint8Array): Buffer => Buffer.concat([numberOf(first.length), first, second])

const split = (joined: Buffer): [first: Buffer, second: Buffer] => {
  const end = 4 + joined.readUInt32BE(0)
  return [joined.subarray(4, end), joined.subarray(end)]
}

/** How long it is unpacked, and it, packed. */
const packImage = async ({ entries, bytes }: DatabaseImage): Promise<Buffer> => {
  const image = join(Buffer.from(JSON.stringify(entries)), bytes)
  return Buffer.concat([numberOf(image.length), await promisify(brotliCompress)(image, { params: COMPRESSION })])
}

const unpackImage = async (packed: Buffer): Promise<DatabaseImage> => {
  // In one go, not in a thousand pieces, and without memory that nothing fills: with one byte left, no more is taken.
  const chunkSize = packed.readUInt32BE(0) + 1
  const [entries, bytes] = split(await promisify(brotliDecompress)(packed.subarray(4), { chunkSize }))
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
