import { send } from '#send'
import { checkedCount, checkedDuration, checkedFunction, checkedNumber, checkedText } from './checked.ts'
import { type Clock, systemClock } from './clock.ts'
import { type EndpointOptions, type Endpoints, resolveEndpoints } from './environment.ts'
import type { Hooks } from './hooks.ts'
import { DEFAULT_RETRY, type RetryOptions, type RetryPolicy } from './retry.ts'
import { type Send, sendWith } from './send.ts'
import type { Telemetry } from './telemetry.ts'

/** What one call may decide for itself. */
export interface CallOptions {
  /** Ends the call in the request, in the body and between retries. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for one attempt, headers and body; default the client's. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for the whole call, retries included; default the client's. */
  readonly deadlineMs?: number | undefined
  /** Requests after the first; default the client's. */
  readonly maxRetries?: number | undefined
  /** Sent as `x-request-id`; default a new UUID. */
  readonly requestId?: string | undefined
  /** Further headers; those the client sets itself win. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface ClientOptions extends EndpointOptions {
  /** As `coinslot-service clients create` prints it; pages may know it. */
  readonly clientId: string
  /** Kept in memory only; never in an error, a log or a span. */
  readonly clientSecret: string
  /** Milliseconds for one attempt, headers and body; default 10,000. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for a whole call, retries included; default 60,000. */
  readonly deadlineMs?: number | undefined
  /** How often, and after which waits, a request is sent again after a network fault, a 408, 425, 429 or 5xx. */
  readonly retry?: RetryOptions | undefined
  /** Sends the requests; default node:http on Node, the platform's `fetch` elsewhere. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Observers of every request. */
  readonly hooks?: Hooks | undefined
  /** The `@opentelemetry/api` module; default the installed one, `false` for none. */
  readonly telemetry?: Telemetry | false | undefined
  /** For tests; default the platform's. */
  readonly clock?: Clock | undefined
}

/** @internal */
export interface ResolvedOptions extends Endpoints {
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly retry: RetryPolicy
  readonly send: Send
  readonly hooks: Hooks
  readonly telemetry: Telemetry | false | undefined
  readonly clock: Clock
}

const checkedRetry = (given: RetryOptions | undefined): RetryPolicy => {
  const said = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value != null))
  const retry: RetryPolicy = { ...DEFAULT_RETRY, ...said }
  checkedCount('retry.maxRetries', retry.maxRetries)
  checkedFunction('retry.random', retry.random)
  for (const name of ['baseDelayMs', 'maxDelayMs', 'maxRetryAfterMs'] as const)
    checkedNumber(`retry.${name}`, retry[name])
  return retry
}

/**
 * An option that is null counts as left out: plain JavaScript passes that.
 * @throws ConfigurationError with the name of the option that cannot work. @internal
 */
export const resolveOptions = (options: ClientOptions): ResolvedOptions => ({
  ...resolveEndpoints(options),
  clientId: checkedText('clientId', options.clientId),
  clientSecret: checkedText('clientSecret', options.clientSecret),
  timeoutMs: checkedDuration('timeoutMs', options.timeoutMs ?? 10_000),
  deadlineMs: checkedDuration('deadlineMs', options.deadlineMs ?? 60_000),
  retry: checkedRetry(options.retry),
  send:
    (options.fetch == null && send) ||
    sendWith(checkedFunction('fetch', options.fetch ?? ((input, init) => fetch(input, init)))),
  hooks: options.hooks ?? {},
  telemetry: options.telemetry,
  clock: options.clock ?? systemClock,
})
