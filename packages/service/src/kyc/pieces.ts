import type { Readable } from 'node:stream'

/** Bytes of a file that are held in memory, encrypted and stored at a time. */
export const PIECE_BYTES = 262_144

/**
 * Cuts what arrives into pieces of `PIECE_BYTES`, the last one shorter; asks for no more before a piece was dealt with.
 * A stream that is left early stays open, so that its request can be answered.
 */
export const piecesOf = async function* (stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    held.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes < PIECE_BYTES) continue
    const all = Buffer.concat(held, bytes)
    let start = 0
    for (; all.length - start >= PIECE_BYTES; start += PIECE_BYTES) yield all.subarray(start, start + PIECE_BYTES)
    held = start < all.length ? [all.subarray(start)] : []
    bytes = all.length - start
  }
  if (bytes > 0) yield Buffer.concat(held, bytes)
}
