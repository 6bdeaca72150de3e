import type { Clock } from '../platform/clock.ts'

/** Wakes one waiter; a wake-up while nobody waits is kept for the next. */
export class WakeUp {
  #isSet = false
  #wake: (() => void) | undefined

  notify(): void {
    this.#isSet = true
    this.#wake?.()
  }

  /** Waits for a wake-up, at most `timeoutMs` milliseconds. */
  async wait(clock: Clock, timeoutMs: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const cancel = clock.after(timeoutMs, resolve)
        this.#wake = () => {
          cancel()
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#isSet = false
  }
}
