import { ageMs } from '../platform/clock.ts'

const INITIAL_WINDOW = 8
const MAX_WINDOW = 128
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 15_000
const REMEMBERED_MS = 120_000
const IN_USE_MS = 1_000
const TURN_BESIDE_OTHERS = 8

/** No endpoint holds more than a quarter of what is left free, so that something is, however many are slow. */
const share = (freePlaces: number): number => Math.floor(freePlaces / 4)

/** Deliveries that may start in one turn: a quarter of what is left free stays so. */
export const placesOfTurn = (freePlaces: number): number => {
  const kept = share(freePlaces)
  return kept === 0 ? 0 : freePlaces - kept
}

/** Capacity of an endpoint that has no throttle yet. */
export const initialCapacity = (freePlaces: number): number => Math.min(INITIAL_WINDOW, share(freePlaces))

/** What an attempt says of an endpoint. */
interface Tried {
  /** RFC 3339. */
  readonly at: string
  readonly failure: string | null
}

/** Whether the circuit of a process that has made these attempts is open. */
export const isCircuitOpen = (attempts: readonly Tried[], now: Date): boolean => {
  const latest = attempts.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, FAILURES_TO_OPEN)
  const [last] = latest
  if (last === undefined || now.getTime() - Date.parse(last.at) > REMEMBERED_MS) return false
  return latest.length === FAILURES_TO_OPEN && latest.every(({ failure }) => failure !== null)
}

/**
 * How many deliveries one endpoint may have in flight from this process. The window grows with every success and halves
 * with every failure; five failures in a row open the circuit, after which one delivery probes the endpoint after each
 * pause, 1 s doubling up to 15 s, until one succeeds.
 */
export class EndpointThrottle {
  #window = INITIAL_WINDOW
  #inFlight = 0
  #failuresInARow = 0
  #failedAt = 0
  #lastUsed = 0

  /**
   * Deliveries that may start now.
   * @param freePlaces how many more this process takes for all endpoints together.
   * @param isAlone false while other endpoints are in use: fewer start in one turn, so that a long line delays no short one.
   */
  capacity(now: Date, freePlaces: number, isAlone = true): number {
    if (this.#failuresInARow < FAILURES_TO_OPEN) {
      const places = Math.max(0, Math.min(this.#window, share(freePlaces)) - this.#inFlight)
      return isAlone ? places : Math.min(places, TURN_BESIDE_OTHERS)
    }
    return ageMs(this.#failedAt, now.getTime()) >= this.#pauseMs() && this.#inFlight === 0 ? 1 : 0
  }

  started(): void {
    this.#inFlight += 1
  }

  /** A delivery ended; `succeeded` is null when it was broken off by us, which says nothing about the endpoint. */
  ended(succeeded: boolean | null, now: Date): void {
    this.#inFlight -= 1
    this.#lastUsed = now.getTime()
    if (succeeded === true) {
      this.#failuresInARow = 0
      this.#window = Math.min(MAX_WINDOW, this.#window + 1)
    } else if (succeeded === false) {
      this.#failuresInARow += 1
      this.#window = Math.max(1, Math.floor(this.#window / 2))
      this.#failedAt = now.getTime()
    }
  }

  /** Whether a delivery to it is under way or has ended within the last second. */
  isInUse(now: Date): boolean {
    return this.#inFlight > 0 || ageMs(this.#lastUsed, now.getTime()) <= IN_USE_MS
  }

  /** Whether the endpoint has been left alone for so long that what was learnt of it no longer counts. */
  isStale(now: Date): boolean {
    return this.#inFlight === 0 && ageMs(this.#lastUsed, now.getTime()) > REMEMBERED_MS
  }

  #pauseMs(): number {
    return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, this.#failuresInARow - FAILURES_TO_OPEN))
  }
}
