/** Reads given numbers of bytes from a stream, one after the other. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** The next bytes as they come. @throws {Error} where the stream has fewer. */
  async *next(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0;) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done) throw new Error(`The stream ended ${missing} bytes early`)
        this.#rest = value
      }
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      missing -= part.length
      yield part
    }
  }

  /** The next bytes in one piece. */
  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.next(bytes)) parts.push(part)
    return Buffer.concat(parts)
  }
}
