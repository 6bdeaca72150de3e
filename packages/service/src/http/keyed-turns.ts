import { FairTurns } from '../db/fair-turns.ts'
import { ApiError } from './api-error.ts'

interface KeyedTurnsOptions {
  /** What one key does at once. */
  readonly atOnce: number
  readonly mostWaiting: number
  /** What is told where more would wait. */
  readonly refusal: string
}

/** Work that takes turns with other work of the same key alone, in this process. */
export class KeyedTurns {
  readonly #turns: FairTurns
  readonly #options: KeyedTurnsOptions

  constructor(options: KeyedTurnsOptions) {
    this.#turns = new FairTurns({ atOnce: Infinity, atOnceEach: options.atOnce })
    this.#options = options
  }

  /**
   * Does some work once its key has a turn.
   * @throws {ApiError} 429 where too much of the key waits already.
   */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { mostWaiting, refusal } = this.#options
    if (this.#turns.waitingOf(key) >= mostWaiting) throw new ApiError(429, refusal, { headers: { 'retry-after': '1' } })
    return this.#turns.during(work, key)
  }
}
