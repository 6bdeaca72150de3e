/** The service's only source of time, so that tests can move it. */
export interface Clock {
  now(): Date
  /** Calls back once after `delayMs` milliseconds; the answer cancels. A pending timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void
}

/**
 * Milliseconds from one time to another; without end where the clock has been set back behind the first: what was learnt
 * then is old, and not new until the clock has come there again.
 */
export const ageMs = (sinceMs: number, nowMs: number): number =>
  sinceMs <= nowMs ? nowMs - sinceMs : Number.POSITIVE_INFINITY

/** Resolves once so many milliseconds have passed. */
export const passed = (clock: Clock, ms: number): Promise<void> =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve))

export const systemClock: Clock = {
  now: () => new Date(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
