import type { ServerResponse } from 'node:http'
import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { ApiError } from '../http/api-error.ts'

/** How many files of each session are on their way: each is in memory until its last byte has been taken. */
export class CsvPlaces {
  readonly #held = new Map<string, number>()

  /**
   * Holds a place until an answer has been taken, or its connection is gone.
   * @throws {ApiError} 429 where the session has none left.
   */
  hold(session: string, answer: ServerResponse): void {
    const held = this.#held.get(session) ?? 0
    if (held >= DASHBOARD_LIMITS.csvFiles) {
      throw new ApiError(429, `${held} files of this session are on their way; take them first`)
    }
    this.#held.set(session, held + 1)
    answer.once('close', () => this.#giveBack(session))
  }

  #giveBack(session: string): void {
    const left = (this.#held.get(session) ?? 1) - 1
    if (left === 0) this.#held.delete(session)
    else this.#held.set(session, left)
  }
}
