/** The time and the signal that bound one call, its retries and its wait for a token. */
export interface CallScope {
  /** Fires when the caller's signal does, or the deadline has passed. */
  readonly signal: AbortSignal
  /** Whether it was the deadline. */
  readonly isPastDeadline: () => boolean
  /** Ends the scope; must always be called. */
  readonly close: () => void
}

export const openCallScope = (deadlineMs: number, caller: AbortSignal | undefined): CallScope => {
  const controller = new AbortController()
  let pastDeadline = false
  const onAbort = () => controller.abort(caller?.reason)
  const timer = setTimeout(() => {
    pastDeadline = true
    controller.abort()
  }, deadlineMs)
  if (caller?.aborted) onAbort()
  else caller?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    isPastDeadline: () => pastDeadline,
    close: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
