/** Reads what has a name, once for all who ask for it meanwhile. */
export class SharedReads<T> {
  readonly #underWay = new Map<string, Promise<T>>()

  /** How many are under way whose names begin so. */
  count(beginning: string): number {
    return [...this.#underWay.keys()].filter((name) => name.startsWith(beginning)).length
  }

  get(name: string, read: () => Promise<T>): Promise<T> {
    const running = this.#underWay.get(name)
    if (running !== undefined) return running
    const begun = read().finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, begun)
    return begun
  }

  /** Waits until none of those that are under way is any more. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay.values())
  }
}
