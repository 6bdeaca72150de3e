import { write, writeSync } from 'node:fs'
import { codeOf } from '../db/error-code.ts'
import type { LogOutput } from './log-buffer.ts'

/** While nobody takes what is written, as a reader who has halted; more is dropped. */
const MAX_WAITING_LENGTH = 1_048_576
const RETRY_MS = 100
const RETRIES_AT_THE_END = 10

const isBusy = (error: unknown): boolean => codeOf(error) === 'EAGAIN'

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/**
 * Writes to a file descriptor, one piece after the other, without waiting for it. What cannot be written is dropped: neither
 * a full disk nor a reader who has gone stops the process, or keeps it from ending. (pino's own output, sonic-boom 4, does both
 * on a full disk, and gathers without bound while a reader halts.)
 */
export class DescriptorOutput implements LogOutput {
  readonly #fd: number
  #waiting = ''
  #busy: Buffer = Buffer.alloc(0)
  #isWriting = false

  constructor(fd: number) {
    this.#fd = fd
  }

  write(text: string): void {
    if (this.#waiting.length + text.length > MAX_WAITING_LENGTH) return
    this.#waiting += text
    if (this.#isWriting) return
    this.#isWriting = true
    // Not at once: a process that ends now writes it as it flushes.
    queueMicrotask(() => this.#next())
  }

  flushSync(): void {
    let rest: Buffer = Buffer.concat([this.#busy, Buffer.from(this.#waiting)])
    this.#busy = Buffer.alloc(0)
    this.#waiting = ''
    for (let retries = 0; rest.length > 0 && retries < RETRIES_AT_THE_END;) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest))
      } catch (error) {
        if (!isBusy(error)) return
        retries += 1
        sleep(RETRY_MS)
      }
    }
  }

  #next(): void {
    const piece = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#isWriting = piece.length > 0
    if (this.#isWriting) this.#put(piece)
  }

  #put(piece: Buffer): void {
    write(this.#fd, piece, (error, written) => {
      if (isBusy(error)) this.#putLater(piece)
      else if (error === null && written < piece.length) this.#put(piece.subarray(written))
      else this.#next()
    })
  }

  #putLater(piece: Buffer): void {
    this.#busy = piece
    setTimeout(() => {
      this.#busy = Buffer.alloc(0)
      this.#put(piece)
    }, RETRY_MS).unref()
  }
}
