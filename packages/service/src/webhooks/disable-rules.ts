import { LIMITS } from '@coinslot/contract'

/** After which nothing but failures disable a subscription. */
const FAILING_MS = LIMITS.failingDays * 24 * 60 * 60 * 1000

/** Failures count anew where nothing has been tried for so long, as while the service was off. */
export const FAILURES_FORGOTTEN_MS = 2 * FAILING_MS

/** The status by which an endpoint says that it is no more. */
export const GONE = 410

/** Why the service stops delivering to an endpoint on its own. */
export type DisableReason = 'gone' | 'failing'

export interface EndpointFailure {
  readonly at: Date
  readonly statusCode: number | null
  /** The first failure after which nothing succeeded. */
  readonly failingSince: Date
}

/**
 * Whether a failed attempt disables its subscription: `410 Gone` at once, else 5 days with nothing but failures.
 * @see decisions.md §7
 */
export const disableReason = ({ at, statusCode, failingSince }: EndpointFailure): DisableReason | null => {
  if (statusCode === GONE) return 'gone'
  return at.getTime() - failingSince.getTime() >= FAILING_MS ? 'failing' : null
}
