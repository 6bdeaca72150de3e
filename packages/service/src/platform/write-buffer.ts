import { onNobodysBehalf } from '../db/behalf.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'

export interface WriteBufferOptions<Row> {
  readonly clock: Clock
  readonly log: Logger
  /** What the rows are, for the log. */
  readonly name: string
  /** Milliseconds from the first row that waits to its write. */
  readonly flushAfterMs: number
  /** Rows past these are dropped until the next write begins. */
  readonly maxWaiting: number
  readonly write: (rows: readonly Row[]) => Promise<void>
}

/**
 * Gathers rows and writes many in one statement, beside requests. For what may be lost: rows past the bound are dropped,
 * and so are those that could not be written.
 */
export class WriteBuffer<Row> {
  readonly #options: WriteBufferOptions<Row>
  #waiting: Row[] = []
  #cancel: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()
  /** The write that begins once the one under way has ended. */
  #next: Promise<void> | undefined
  #isClosed = false

  constructor(options: WriteBufferOptions<Row>) {
    this.#options = options
  }

  add(row: Row): void {
    const { clock, flushAfterMs, maxWaiting } = this.#options
    if (this.#isClosed || this.#waiting.length >= maxWaiting) return
    this.#waiting.push(row)
    this.#cancel ??= clock.after(flushAfterMs, () => void this.flush())
  }

  /** Writes what waits, after what is being written; never fails. */
  flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    this.#next ??= this.#writing.then(() => this.#writeWaiting())
    this.#writing = this.#next
    return this.#next
  }

  /** Writes what waits, and takes nothing more. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.flush()
  }

  async #writeWaiting(): Promise<void> {
    const { log, name, write } = this.#options
    const rows = this.#waiting
    this.#next = undefined
    this.#waiting = []
    if (rows.length === 0) return
    try {
      await onNobodysBehalf(() => write(rows))
    } catch (error) {
      log.warn({ err: error, lost: rows.length }, `${name} could not be written`)
    }
  }
}
