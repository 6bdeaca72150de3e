/** When and how long to wait before a request is sent again. */
export interface RetryPolicy {
  /** Requests after the first; default 2, 0 for none. */
  readonly maxRetries: number
  /** The first delay, in milliseconds; doubled each time; default 250. */
  readonly baseDelayMs: number
  /** The longest delay without `retry-after`; default 5,000. */
  readonly maxDelayMs: number
  /** The longest that `retry-after` is obeyed; default 10,000. */
  readonly maxRetryAfterMs: number
  /** A number from 0 up to 1, for jitter; default Math.random. */
  readonly random: () => number
}

/** Some of a policy; what is absent or undefined is as by default. */
export type RetryOptions = { readonly [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined }

/** @internal */
export const DEFAULT_RETRY: RetryPolicy = {
  maxRetries: 2,
  baseDelayMs: 250,
  maxDelayMs: 5_000,
  maxRetryAfterMs: 10_000,
  random: Math.random,
}

/** Statuses that say the request was not taken up, so that even one that must not run twice may be sent again. */
const NOT_TAKEN_UP: ReadonlySet<number> = new Set([408, 425, 429, 503])

/** Whether an answer with this status is worth another request. `repeatable` is false where doing it twice does harm. @internal */
export const isRetryableStatus = (status: number, repeatable: boolean): boolean =>
  NOT_TAKEN_UP.has(status) || (repeatable && status >= 500)

/** Reads `retry-after` (seconds or a date, RFC 9110 §10.2.3) as milliseconds from `nowMs`; undefined where unreadable. @internal */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null || header === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** The delay before retry `retry` (1 for the first): `retry-after` within its cap, else half fixed and half jitter. @internal */
export const retryDelay = (policy: RetryPolicy, retry: number, retryAfterMs: number | undefined): number => {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, policy.maxRetryAfterMs)
  const ceiling = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (retry - 1))
  return (ceiling / 2) * (1 + policy.random())
}
