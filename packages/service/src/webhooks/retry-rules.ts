const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Pauses after each failed attempt, before jitter. @see decisions.md §7 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** How far jitter moves a pause, either way. */
const RETRY_JITTER = 0.1

/** Nothing is put off for longer. */
export const LONGEST_PAUSE_MS = Math.ceil(Math.max(...RETRY_DELAYS_MS) * (1 + RETRY_JITTER))

export interface FailedAttempt {
  /** Failed attempts so far, this one included: 1 or more. */
  readonly attempts: number
  readonly endedAt: Date
  /** What the endpoint asked for by `retry-after`, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** From 0 up to 1. */
  readonly random: number
}

/**
 * When to try again, or null when every step is used up. A `retry-after` longer than the step is honoured, up to the step that follows.
 * @see decisions.md §7
 */
export const nextAttemptAt = ({ attempts, endedAt, retryAfterMs = 0, random }: FailedAttempt): Date | null => {
  const delayMs = RETRY_DELAYS_MS[attempts - 1]
  if (delayMs === undefined) return null
  const jitteredMs = delayMs * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random)
  const askedMs = Math.min(retryAfterMs, RETRY_DELAYS_MS[attempts] ?? delayMs)
  return new Date(endedAt.getTime() + Math.round(Math.max(jitteredMs, askedMs)))
}

/** Reads `retry-after`, seconds or a date (RFC 9110 §10.2.3), as milliseconds from now; undefined when it says nothing. */
export const parseRetryAfter = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS
  const pauseMs = Date.parse(header) - now.getTime()
  return pauseMs > 0 ? pauseMs : undefined
}
