import { Socket } from 'node:net'

/** A server says less than a tenth of it, certificates and all, while it takes one mail. */
const MAX_READ_BYTES = 256 * 1024

/**
 * A connection that is cut off where the other side goes on talking: each line, even an empty one, would be kept and worked
 * through. What comes under TLS is not counted: such a server has shown whose it is.
 */
export class BoundedSocket extends Socket {
  readonly #connectMs: number
  #read = 0

  /** @param connectMs until it must be connected: the client of mail has one time for that and the greeting. */
  constructor(connectMs: number) {
    super()
    this.#connectMs = connectMs
  }

  override connect(...given: unknown[]): this {
    const timer = setTimeout(() => this.destroy(new Error('No connection in time')), this.#connectMs)
    for (const end of ['connect', 'close']) this.once(end, () => clearTimeout(timer))
    return super.connect(...(given as [path: string]))
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#read += Buffer.isBuffer(chunk) ? chunk.length : 0
    if (this.#read <= MAX_READ_BYTES) return super.push(chunk, encoding)
    this.destroy(new Error('The server says more than anybody needs to take a mail'))
    return false
  }
}
