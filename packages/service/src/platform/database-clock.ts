import { type Clock, systemClock } from './clock.ts'

/** A reading that took longer says too little about when it was taken; half of it is what one may be off by. */
const MAX_ROUND_TRIP_MS = 1_000

interface Anchor {
  readonly databaseMs: number
  readonly monotonicMs: number
}

/**
 * The database's time, which all processes on it share: it decides leases, checks and expiry. It is read now and then and
 * carried on by this process's monotonic clock, so that a process whose own clock is wrong, or is set, keeps to the others.
 * Where two readings differ by no more than they may be off, as under load, it stands still and does not go back: what has
 * just happened would lie ahead.
 */
export class DatabaseClock implements Clock {
  readonly #readTime: () => Promise<Date>
  #anchor: Anchor | undefined
  /** Where it stands until it has come there again. */
  #notBeforeMs = 0
  #skewMs = 0

  /** @param readTime asks the database for its time. */
  constructor(readTime: () => Promise<Date>) {
    this.#readTime = readTime
  }

  /** Milliseconds by which this process's own clock is ahead of the database's; before the first reading, 0. */
  get skewMs(): number {
    return this.#skewMs
  }

  now(): Date {
    if (this.#anchor === undefined) return systemClock.now()
    return new Date(Math.max(this.#notBeforeMs, this.#carriedOn(this.#anchor)))
  }

  after(delayMs: number, callback: () => void): () => void {
    return systemClock.after(delayMs, callback)
  }

  /** Reads the database's time; a reading that took more than a second is left unused, unless it is the first. */
  async measure(): Promise<void> {
    const beganAt = performance.now()
    const databaseMs = (await this.#readTime()).getTime()
    const endedAt = performance.now()
    if (this.#anchor !== undefined && endedAt - beganAt > MAX_ROUND_TRIP_MS) return
    const reachedMs = this.now().getTime()
    this.#anchor = { databaseMs, monotonicMs: (beganAt + endedAt) / 2 }
    const readMs = this.#carriedOn(this.#anchor)
    this.#notBeforeMs = reachedMs - readMs <= MAX_ROUND_TRIP_MS ? reachedMs : 0
    this.#skewMs = systemClock.now().getTime() - readMs
  }

  #carriedOn({ databaseMs, monotonicMs }: Anchor): number {
    return databaseMs + performance.now() - monotonicMs
  }
}
