import type { OperationId } from '@coinslot/contract'

/** One request about to be sent. */
export interface RequestEvent {
  /** The operation of the contract, such as `createIntent`. */
  readonly operation: OperationId
  readonly method: string
  /** The route template, without ids. */
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
  /** Sent as `x-request-id`; the same for all attempts of a call. */
  readonly requestId: string
}

/** What came of one request. */
export interface ResponseEvent extends RequestEvent {
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  /** Why there was no answer: `stopped` is the call's `signal`. */
  readonly failure: 'timeout' | 'stopped' | 'network' | undefined
  /** Milliseconds, the body of the answer included. */
  readonly durationMs: number
}

/** A request about to be sent again. */
export interface RetryEvent extends ResponseEvent {
  /** Milliseconds until then. */
  readonly delayMs: number
}

/** Observers of every request, token requests included. They see no header and no body; what they throw is ignored. */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  /** After each attempt, answered or not. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /** Before the wait for a further attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/** An observer's failure must not fail a payment: not one that throws, nor one that rejects. @internal */
export const notify = <E>(hook: ((event: E) => void) | undefined, event: E): void => {
  void (async () => hook?.(event))().catch(() => {})
}
