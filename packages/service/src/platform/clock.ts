/** The service's only source of time, so that tests can move it. */
export interface Clock {
  now(): Date
  /** Calls back once after `delayMs` milliseconds; the answer cancels. A pending timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
