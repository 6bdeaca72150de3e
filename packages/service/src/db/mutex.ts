/** Lets one holder in at a time, in the order of asking. */
export class Mutex {
  #held = false
  readonly #waiting: (() => void)[] = []

  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  get isHeld(): boolean {
    return this.#held
  }

  /** How many wait to be let in. */
  get waiting(): number {
    return this.#waiting.length
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#held = false
    else next()
  }
}
