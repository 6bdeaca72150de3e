import { Turns } from '../db/turns.ts'
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
  readonly #options: KeyedTurnsOptions
  readonly #turns = new Map<string, Turns>()

  constructor(options: KeyedTurnsOptions) {
    this.#options = options
  }

  /**
   * Does some work once its key has a turn.
   * @throws {ApiError} 429 where too much of the key waits already.
   */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { atOnce, mostWaiting, refusal } = this.#options
    const turns = this.#turns.get(key) ?? new Turns(atOnce)
    if (turns.waiting >= mostWaiting) throw new ApiError(429, refusal, { headers: { 'retry-after': '1' } })
    this.#turns.set(key, turns)
    try {
      return await turns.during(work)
    } finally {
      if (!turns.isHeld) this.#turns.delete(key)
    }
  }
}
