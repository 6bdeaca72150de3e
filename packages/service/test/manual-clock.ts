import type { Clock } from '../src/platform/clock.ts'

interface Timer {
  readonly dueMs: number
  readonly callback: () => void
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<Timer>()

  constructor(start: Date = new Date('2026-03-14T09:26:53.000Z')) {
    this.#nowMs = start.getTime()
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Moves time on, calling what falls due on the way in its order. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ dueMs }) => dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs)
      if (next === undefined) break
      this.#timers.delete(next)
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      next.callback()
    }
    this.#nowMs = untilMs
  }
}
