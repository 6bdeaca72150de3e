import type { OperationId } from '@coinslot/contract'

/** One request about to be sent. */
export interface RequestEvent {
  readonly operation: OperationId
  readonly method: string
  /** The route template, without ids. */
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
  readonly requestId: string
}

/** What came of one request. */
export interface ResponseEvent extends RequestEvent {
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  readonly failure: 'timeout' | 'stopped' | 'network' | undefined
  readonly durationMs: number
}

/** A request about to be sent again. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number
}

/** Observers of every request, token requests included. They see no header and no body; what they throw is ignored. */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/** An observer's failure must not fail a payment: not one that throws, nor one that rejects. @internal */
export const notify = <E>(hook: ((event: E) => void) | undefined, event: E): void => {
  void (async () => hook?.(event))().catch(() => {})
}
