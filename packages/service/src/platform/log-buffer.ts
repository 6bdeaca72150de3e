import type { DestinationStream } from 'pino'

/** Where lines end up. */
export interface LogOutput {
  write(text: string): unknown
  /** Writes what is waiting before it returns. */
  flushSync(): void
}

const FLUSH_AT_LENGTH = 8_192
const FLUSH_AFTER_MS = 200

const buffers = new Set<LogBuffer>()
const flushAll = (): void => {
  for (const buffer of buffers) buffer.flushSync()
}

/** Gathers lines, and gives them on in one piece: at 8,192 characters, after 200 ms, and when the process ends. */
export class LogBuffer implements DestinationStream {
  readonly #output: LogOutput
  #text = ''
  #timer: NodeJS.Timeout | undefined

  constructor(output: LogOutput) {
    this.#output = output
    if (buffers.size === 0) process.once('exit', flushAll)
    buffers.add(this)
  }

  write(line: string): void {
    this.#text += line
    if (this.#text.length >= FLUSH_AT_LENGTH) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS).unref()
  }

  /** Gives on all that it holds, and this line after it. */
  writeNow(line: string): void {
    this.#text += line
    this.#flush()
  }

  flushSync(): void {
    this.#flush()
    this.#output.flushSync()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#output.write(text)
  }
}
