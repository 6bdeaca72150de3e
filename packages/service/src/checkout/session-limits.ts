import { CHECKOUT_PATHS } from '@coinslot/contract'
import type { Clock } from '../platform/clock.ts'
import { RateLimit, tooManyRequests } from '../http/rate-limit.ts'

const WINDOW_SECONDS = 60
const REQUESTS = 300
const CARDS = 20

/** How many cards, and how many requests of other kinds, one buyer's session may send per minute to one process. */
export class SessionLimits {
  readonly #requests: RateLimit
  readonly #cards: RateLimit

  constructor(clock: Clock) {
    this.#requests = new RateLimit(REQUESTS, WINDOW_SECONDS, clock)
    this.#cards = new RateLimit(CARDS, WINDOW_SECONDS, clock)
  }

  /**
   * Counts a request to one of the addresses of a session, which is named by its id.
   * @throws {ApiError} 429 past the limit.
   */
  count(id: string, url: string): void {
    const limit = url === CHECKOUT_PATHS.pay ? this.#cards : this.#requests
    const allowance = limit.count(id)
    if (allowance.exceeded) throw tooManyRequests(allowance, 'This session asks too often; wait a little')
  }
}
