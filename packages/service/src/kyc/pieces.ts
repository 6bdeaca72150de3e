import type { Readable } from 'node:stream'
import { ApiError } from '../http/api-error.ts'

/** Bytes of a file that are held in memory, encrypted and stored at a time. */
export const PIECE_BYTES = 262_144

/**
 * Cuts what arrives into pieces of `PIECE_BYTES`, the last one shorter; asks for no more before a piece was dealt with.
 * A stream that is left early stays open, so that its request can be answered.
 * @throws {ApiError} 400 when the connection ends in the middle of it.
 */
export const piecesOf = async function* (stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of arriving(stream)) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    const all = Buffer.concat(held, bytes)
    let start = 0
    for (; all.length - start >= PIECE_BYTES; start += PIECE_BYTES) yield all.subarray(start, start + PIECE_BYTES)
    held = start < all.length ? [all.subarray(start)] : []
    bytes = all.length - start
  }
  if (bytes > 0) yield Buffer.concat(held, bytes)
}

/** What arrives; a connection that ends in the middle of it is the caller's error, what fails while a piece is kept is not. */
const arriving = async function* (stream: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false })
  try {
    while (true) {
      const next = await chunks.next().catch((error: unknown) => {
        throw new ApiError(400, 'The file did not arrive whole; send it again', { cause: error })
      })
      if (next.done === true) return
      yield next.value
    }
  } finally {
    // Otherwise it goes on waiting for the stream, from which nobody else can then read.
    await chunks.return?.()
  }
}
