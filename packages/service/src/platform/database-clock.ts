import { uptime } from 'node:os'
import { type Clock, systemClock } from './clock.ts'

/** A reading that took longer says too little about when it was taken; half of it is what one may be off by. */
const MAX_ROUND_TRIP_MS = 1_000

/** From this on the machine was suspended: the time that it is up, which counts that, is told in hundredths of a second. */
const SUSPENDED_MS = 1_000

interface Anchor {
  readonly databaseMs: number
  readonly monotonicMs: number
  readonly systemMs: number
  readonly uptimeSeconds: number
}

/**
 * The database's time, which all processes on it share: it decides leases, checks and expiry. It is read now and then and
 * carried on by this process's monotonic clock, so that a process whose own clock is wrong, or is set, keeps to the others;
 * and by how long the machine was suspended, during which that stands while others go on.
 * Where two readings differ by no more than they may be off, as under load, it stands still and does not go back: what has
 * just happened would lie ahead.
 */
export class DatabaseClock implements Clock {
  readonly #readTime: () => Promise<Date>
  readonly #uptimeSeconds: () => number
  #anchor: Anchor | undefined
  /** Where it stands until it has come there again. */
  #notBeforeMs = 0
  #skewMs = 0

  /**
   * @param readTime asks the database for its time.
   * @param uptimeSeconds for how long the machine has been up, suspended or not.
   */
  constructor(readTime: () => Promise<Date>, uptimeSeconds: () => number = uptime) {
    this.#readTime = readTime
    this.#uptimeSeconds = uptimeSeconds
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

  /**
   * Reads the database's time; a reading that took more than a second, suspended or not, is left unused, unless it is the
   * first.
   */
  async measure(): Promise<void> {
    const beganAt = performance.now()
    const beganUpSeconds = this.#uptimeSeconds()
    const databaseMs = (await this.#readTime()).getTime()
    const endedAt = performance.now()
    const uptimeSeconds = this.#uptimeSeconds()
    const tookMs = Math.max(endedAt - beganAt, (uptimeSeconds - beganUpSeconds) * 1_000)
    if (this.#anchor !== undefined && tookMs > MAX_ROUND_TRIP_MS) return
    const reachedMs = this.now().getTime()
    this.#anchor = {
      databaseMs,
      monotonicMs: (beganAt + endedAt) / 2,
      systemMs: systemClock.now().getTime(),
      uptimeSeconds,
    }
    const readMs = this.#carriedOn(this.#anchor)
    this.#notBeforeMs = reachedMs - readMs <= MAX_ROUND_TRIP_MS ? reachedMs : 0
    this.#skewMs = systemClock.now().getTime() - readMs
  }

  #carriedOn(anchor: Anchor): number {
    const passedMs = performance.now() - anchor.monotonicMs
    return anchor.databaseMs + passedMs + this.#suspendedMs(anchor, passedMs)
  }

  /** A clock that was set looks the same at first; the time that the machine is up is asked for only then, which takes longer. */
  #suspendedMs({ systemMs, uptimeSeconds }: Anchor, passedMs: number): number {
    if (systemClock.now().getTime() - systemMs - passedMs < SUSPENDED_MS) return 0
    const suspendedMs = (this.#uptimeSeconds() - uptimeSeconds) * 1_000 - passedMs
    return suspendedMs < SUSPENDED_MS ? 0 : suspendedMs
  }
}
