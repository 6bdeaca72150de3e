import type { Clock } from '../src/clock.ts'

export interface ManualClock extends Clock {
  advance(ms: number): void
  /** Every delay that was asked for, in milliseconds. */
  readonly slept: number[]
}

/** A clock that stands still; a sleep passes at once and moves it. */
export const createManualClock = (startMs = Date.parse('2026-01-01T00:00:00Z')): ManualClock => {
  let nowMs = startMs
  const slept: number[] = []
  return {
    slept,
    now: () => nowMs,
    advance: (ms) => void (nowMs += ms),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      nowMs += ms
    },
  }
}
