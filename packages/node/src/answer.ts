/** A success. */
export interface Answer<T> {
  /** The `data` of the answer as received: unknown fields are kept. */
  readonly data: T
  /** The whole body, byte for byte, to be handed on unchanged. */
  readonly body: string
  readonly status: number
  /** The service's `x-request-id`, or the one that was sent. */
  readonly requestId: string
  /** Requests sent, 1 or more; those for a token do not count. */
  readonly attempts: number
  /** Whether this repeats the answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean
}
