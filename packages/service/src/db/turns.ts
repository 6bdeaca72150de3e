/** Lets so many holders in at once, the others in the order of asking. */
export class Turns {
  readonly #atOnce: number
  #held = 0
  readonly #waiting: (() => void)[] = []

  /** @param atOnce default 1 */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  async acquire(): Promise<void> {
    if (this.#held < this.#atOnce) {
      this.#held += 1
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  get isHeld(): boolean {
    return this.#held > 0
  }

  /** How many wait to be let in. */
  get waiting(): number {
    return this.#waiting.length
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#held -= 1
    else next()
  }

  /** Does some work once it is let in. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }
}
