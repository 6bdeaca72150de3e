/** What bounds a call: its retries, its pauses and its wait for a token. */
export interface CallLimits {
  readonly signal: AbortSignal | undefined
  /** When the call is over, on the client's clock, in milliseconds. */
  readonly endsAt: number
}
