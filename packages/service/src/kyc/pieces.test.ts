import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { PIECE_BYTES, piecesOf } from './pieces.ts'

test('a stream that is left at its first piece can be read to its end by another', async () => {
  const stream = Readable.from([1, 2, 3].map((fill) => Buffer.alloc(PIECE_BYTES, fill)))
  for await (const piece of piecesOf(stream)) {
    expect(piece).toHaveLength(PIECE_BYTES)
    break
  }
  stream.resume()
  await once(stream, 'end')
  expect(stream.readableEnded).toBe(true)
})
