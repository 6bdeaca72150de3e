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

  /** Keys that are remembered. */
  get size(): number {
    return this.#windows.size
  }

  /** Counts one. */
  count(key: string): Allowance {
    const nowMs = this.#clock.now().getTime()
    this.#dropEnded(nowMs)
    const window = this.#openWindow(key, nowMs)
    window.counted += 1
    return this.#allowance(window, nowMs, window.counted > this.#limit)
  }

  /** Whether the next that is counted would be one too many. */
  isUsedUp(key: string): boolean {
    const window = this.#windows.get(key)
    return window !== undefined && !this.#isOver(window, this.#clock.now().getTime()) && window.counted >= this.#limit
  }

  #dropEnded(nowMs: number): void {
    for (const [key, window] of this.#windows) {
      if (!this.#isOver(window, nowMs)) break
      this.#windows.delete(key)
    }
  }

  /** A window that a clock set back has put into the future is over, and may stand behind one that is not. */
  #openWindow(key: string, nowMs: number): Window {
    const known = this.#windows.get(key)
    if (known !== undefined && !this.#isOver(known, nowMs)) return known
    const opened = { openedAtMs: nowMs, counted: 0 }
    this.#windows.delete(key)
    this.#windows.set(key, opened)
    return opened
  }

  #isOver({ openedAtMs }: Window, nowMs: number): boolean {
    return ageMs(openedAtMs, nowMs) >= this.#windowMs
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
