import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'

/** What a caller has left in the window that is open. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
  readonly exceeded: boolean
}

/** So many of something in a window, counted by key in this process. */
export class RateLimit {
  readonly #limit: number
  readonly #windowSeconds: number
  readonly #counters: RateLimiterMemory

  /** @param windowSeconds length of a window, which opens with a key's first count. */
  constructor(limit: number, windowSeconds: number) {
    this.#limit = limit
    this.#windowSeconds = windowSeconds
    this.#counters = new RateLimiterMemory({ points: limit, duration: windowSeconds })
  }

  /** Counts one. */
  async count(key: string): Promise<Allowance> {
    try {
      return this.#allowance(await this.#counters.consume(key), false)
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return this.#allowance(refused, true)
      throw refused
    }
  }

  /** What is left, without counting; `exceeded` where nothing is. */
  async check(key: string): Promise<Allowance> {
    const counted = await this.#counters.get(key)
    if (counted !== null) return this.#allowance(counted, counted.remainingPoints <= 0)
    return { limit: this.#limit, remaining: this.#limit, resetSeconds: this.#windowSeconds, exceeded: false }
  }

  #allowance({ remainingPoints, msBeforeNext }: RateLimiterRes, exceeded: boolean): Allowance {
    return {
      limit: this.#limit,
      remaining: Math.max(0, remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      exceeded,
    }
  }
}

/** `RateLimit` fields of an answer (draft-ietf-httpapi-ratelimit-headers-06). */
export const rateLimitHeaders = ({ limit, remaining, resetSeconds }: Allowance): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
})

export const tooManyRequests = (allowance: Allowance, message: string): ApiError =>
  new ApiError(429, message, {
    headers: { ...rateLimitHeaders(allowance), 'retry-after': String(allowance.resetSeconds) },
  })

const WINDOW_SECONDS = 60
const TOKEN_FAILURES_PER_CLIENT = 10
const TOKEN_FAILURES_PER_ADDRESS = 100

/** The limits of the API; a checkout limits its buyers itself. */
export interface ApiLimits {
  readonly requests: RateLimit
  readonly tokenFailuresByClient: RateLimit
  readonly tokenFailuresByAddress: RateLimit
}

export const createApiLimits = (requestsPerMinute: number): ApiLimits => ({
  requests: new RateLimit(requestsPerMinute, WINDOW_SECONDS),
  tokenFailuresByClient: new RateLimit(TOKEN_FAILURES_PER_CLIENT, WINDOW_SECONDS),
  tokenFailuresByAddress: new RateLimit(TOKEN_FAILURES_PER_ADDRESS, WINDOW_SECONDS),
})
