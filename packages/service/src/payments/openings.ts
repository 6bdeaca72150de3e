import { WriteBuffer } from '../platform/write-buffer.ts'
import type { Platform } from '../platform/platform.ts'
import { insertOpenings, type Opening } from './opening-store.ts'

const FLUSH_AFTER_MS = 500
const MAX_WAITING = 5_000
const MAX_REMEMBERED = 20_000

/** Notes when buyers have the checkout in front of them, beside their requests: what a crash takes is not missed. */
export class Openings {
  readonly #buffer: WriteBuffer<Opening>
  readonly #clock: Platform['clock']
  readonly #isWanted: boolean
  /** Those that were noted lately: a page asks for its session many times. */
  readonly #known = new Set<string>()

  constructor({ config, db, clock, log }: Platform) {
    this.#clock = clock
    this.#isWanted = config.dashboard
    this.#buffer = new WriteBuffer({
      clock,
      log,
      name: 'openings of the checkout',
      flushAfterMs: FLUSH_AFTER_MS,
      maxWaiting: MAX_WAITING,
      write: (openings) => insertOpenings(db, openings),
    })
  }

  note(intentId: string): void {
    if (!this.#isWanted || this.#known.has(intentId)) return
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear()
    this.#known.add(intentId)
    this.#buffer.add({ intentId, at: this.#clock.now() })
  }

  /** Writes what waits, and takes nothing more. */
  close(): Promise<void> {
    return this.#buffer.close()
  }
}
