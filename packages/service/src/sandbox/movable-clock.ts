interface Timer {
  dueMs: number
  readonly callback: () => void
}

/** The time of a sandbox, which passes only when it is told to. */
export interface MovableClock {
  now(): Date
  /**
   * Moves time on; what falls due on the way is called in its order. Less than 0 sets the clock back: what waits for so
   * many milliseconds goes on waiting for as many. @throws RangeError where no time lies there.
   */
  advance(ms: number): void
  /** Calls back once when `delayMs` have passed; the answer cancels. */
  after(delayMs: number, callback: () => void): () => void
}

export const createMovableClock = (start = new Date()): MovableClock => {
  let nowMs = start.getTime()
  const timers = new Set<Timer>()
  const nextDue = (untilMs: number): Timer | undefined =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0]
  return {
    now: () => new Date(nowMs),
    after(delayMs, callback) {
      const timer = { dueMs: nowMs + delayMs, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const untilMs = nowMs + ms
      if (Number.isNaN(new Date(untilMs).getTime())) {
        throw new RangeError(`clock.advance takes milliseconds, such as 60_000, not ${ms}`)
      }
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer)
        nowMs = Math.max(nowMs, timer.dueMs)
        timer.callback()
      }
      if (ms < 0) for (const timer of timers) timer.dueMs += ms
      nowMs = untilMs
    },
  }
}
