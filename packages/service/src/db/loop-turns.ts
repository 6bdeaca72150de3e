// Bound when it is loaded: a test of a shop, in whose process the sandbox runs, may replace the global one.
import { setImmediate } from 'node:timers'
import { FairTurns } from './fair-turns.ts'

/** How long holders may follow each other before the event loop has a turn. */
const WITHOUT_LOOP_MS = 20

/**
 * Turns of one at a time for work that never waits for anything outside, as statements of the embedded database: those who
 * queue would follow each other, and no request be read, answered or timed out until the last of them has been served.
 */
export class LoopTurns extends FairTurns {
  #loopedAt = performance.now()

  protected override release(party: unknown): void {
    if (performance.now() - this.#loopedAt < WITHOUT_LOOP_MS) return super.release(party)
    setImmediate(() => {
      this.#loopedAt = performance.now()
      super.release(party)
    })
  }
}
