import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { PIECE_BYTES, piecesOf } from './pieces.ts'

const failureOf = async (stream: Readable): Promise<unknown> => {
  try {
    for await (const _piece of piecesOf(stream));
  } catch (error) {
    return error
  }
  return null
}

describe('a file is cut into pieces of one size, the last one shorter, however it arrives', () => {
  test.each([
    ['nothing', [], []],
    ['one byte', [1], [1]],
    ['a piece to the byte', [PIECE_BYTES], [PIECE_BYTES]],
    ['a byte more than a piece', [PIECE_BYTES + 1], [PIECE_BYTES, 1]],
    ['a byte less, and two', [PIECE_BYTES - 1, 2], [PIECE_BYTES, 1]],
    ['three pieces at once', [3 * PIECE_BYTES], [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES]],
    [
      'two and a half at once, and the half',
      [2.5 * PIECE_BYTES, PIECE_BYTES / 2],
      [PIECE_BYTES, PIECE_BYTES, PIECE_BYTES],
    ],
    ['many small ones', Array.from({ length: 9 }, () => 65_536), [PIECE_BYTES, PIECE_BYTES, 65_536]],
  ])('%s', async (_title, arriving, expected) => {
    const chunks = arriving.map((length) => randomBytes(length))
    const pieces: Buffer[] = []
    for await (const piece of piecesOf(Readable.from(chunks))) pieces.push(piece)
    expect(pieces.map(({ length }) => length)).toEqual(expected)
    expect(Buffer.concat(pieces).equals(Buffer.concat(chunks))).toBe(true)
  })
})

test('a connection that ends in the middle of a file is told as that, with what ended it', async () => {
  const stream = new PassThrough()
  stream.write(Buffer.alloc(PIECE_BYTES))
  const reset = new Error('read ECONNRESET')
  const failure = failureOf(stream)
  stream.destroy(reset)
  expect(await failure).toBeInstanceOf(ApiError)
  expect(await failure).toMatchObject({
    status: 400,
    message: 'The file did not arrive whole; send it again',
    cause: reset,
  })
})

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
