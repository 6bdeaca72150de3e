import { Turns } from '../db/turns.ts'
import { ApiError } from '../http/api-error.ts'

const AT_ONCE = 2
const MOST_WAITING = 60

/** What each session reads, two at once: a search holds a database up for as long as many requests of others take. */
export class SessionTurns {
  readonly #turns = new Map<string, Turns>()

  /**
   * Reads once the session has a turn.
   * @throws {ApiError} 429 where it has asked for far more than its pages do.
   */
  async during<T>(session: string, read: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(session) ?? new Turns(AT_ONCE)
    if (turns.waiting >= MOST_WAITING)
      throw new ApiError(429, 'This session has asked for too much at once; wait a little', {
        headers: { 'retry-after': '1' },
      })
    this.#turns.set(session, turns)
    try {
      return await turns.during(read)
    } finally {
      if (!turns.isHeld) this.#turns.delete(session)
    }
  }
}
