import { ageMs, type Clock } from '../platform/clock.ts'
import { ApiError } from './api-error.ts'

/** What a caller has left in the window that is open. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number
  readonly exceeded: boolean
}

interface Window {
  readonly openedAtMs: number
  counted: number
}

/** So many of something in a window, counted by key in this process. */
export class RateLimit {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock: Clock
  /** Open windows, the oldest first. */
  readonly #windows = new Map<string, Window>()

  /** @param windowSeconds length of a window, which opens with a key's first count. */
  constructor(limit: number, windowSeconds: number, clock: Clock) {
    this.#limit = limit
    this.#windowMs = windowSeconds * 1_000
    this.#clock = clock
  }

  /** Counts one. */
  count(key: string): Allowance {
    const nowMs = this.#dropEnded()
    const window = this.#windows.get(key) ?? { openedAtMs: nowMs, counted: 0 }
    if (window.counted === 0) this.#windows.set(key, window)
    window.counted += 1
    return this.#allowance(window, nowMs, window.counted > this.#limit)
  }

  /** @returns now; a window that a clock set back has put into the future is over, too. */
  #dropEnded(): number {
    const nowMs = this.#clock.now().getTime()
    for (const [key, { openedAtMs }] of this.#windows) {
      if (ageMs(openedAtMs, nowMs) < this.#windowMs) break
      this.#windows.delete(key)
    }
    return nowMs
  }

  #allowance({ openedAtMs, counted }: Window, nowMs: number, exceeded: boolean): Allowance {
    return {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - counted),
      resetSeconds: Math.max(1, Math.ceil((openedAtMs + this.#windowMs - nowMs) / 1_000)),
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
