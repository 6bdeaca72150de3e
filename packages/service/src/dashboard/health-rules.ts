import type { Attempt } from '@coinslot/contract'
import type { WebhookHealth } from '@coinslot/contract/dashboard-operations'

/** The value below which this share of the sorted numbers lies; null without any. */
const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null

export type AttemptFigures = Pick<WebhookHealth, 'attempts' | 'success_rate' | 'p50_ms' | 'p95_ms' | 'last_failure'>

/** What attempts say of an endpoint. */
export const figuresOf = (attempts: readonly Attempt[]): AttemptFigures => {
  const arrived = attempts.filter(({ failure }) => failure === null)
  const failures = attempts.filter(({ failure }) => failure !== null)
  const times = arrived.map(({ duration_ms }) => duration_ms).toSorted((a, b) => a - b)
  const last = failures.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  return {
    attempts: attempts.length,
    success_rate: attempts.length === 0 ? null : 1 - failures.length / attempts.length,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    last_failure:
      last === undefined || last.failure === null
        ? null
        : { at: last.at, failure: last.failure, status_code: last.status_code },
  }
}
