import { RateLimit } from '../http/rate-limit.ts'
import type { Clock } from '../platform/clock.ts'

const WINDOW_SECONDS = 60
const TOKEN_FAILURES_PER_CLIENT = 10
const TOKEN_FAILURES_PER_ADDRESS = 100

/** The limits of the API; a checkout limits its buyers itself. */
export interface ApiLimits {
  readonly requests: RateLimit
  readonly tokenFailuresByClient: RateLimit
  readonly tokenFailuresByAddress: RateLimit
}

export const createApiLimits = (requestsPerMinute: number, clock: Clock): ApiLimits => ({
  requests: new RateLimit(requestsPerMinute, WINDOW_SECONDS, clock),
  tokenFailuresByClient: new RateLimit(TOKEN_FAILURES_PER_CLIENT, WINDOW_SECONDS, clock),
  tokenFailuresByAddress: new RateLimit(TOKEN_FAILURES_PER_ADDRESS, WINDOW_SECONDS, clock),
})
