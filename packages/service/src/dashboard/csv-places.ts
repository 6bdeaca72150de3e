import type { ServerResponse } from 'node:http'
import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { ApiError } from '../http/api-error.ts'

/** How many files of each session are on their way: each is in memory until its last byte has been taken. */
export class CsvPlaces {
  readonly #held = new Map<string, number>()

  /**
   * Puts a file together in a place of its session, which is given back when the file has been taken, or its asker has gone and
   * nothing is put together any more.
   * @throws {ApiError} 429 where the session has none left.
   */
  async during<T>(session: string, answer: ServerResponse, putTogether: () => Promise<T>): Promise<T> {
    const held = this.#held.get(session) ?? 0
    if (held >= DASHBOARD_LIMITS.csvFiles) {
      throw new ApiError(429, `${held} files of this session are on their way; take them first`, {
        headers: { 'retry-after': '5' },
      })
    }
    this.#held.set(session, held + 1)
    try {
      return await putTogether()
    } finally {
      // Whoever has gone by now does not go again.
      if (answer.closed) this.#giveBack(session)
      else answer.once('close', () => this.#giveBack(session))
    }
  }

  #giveBack(session: string): void {
    const left = (this.#held.get(session) ?? 1) - 1
    if (left === 0) this.#held.delete(session)
    else this.#held.set(session, left)
  }
}
