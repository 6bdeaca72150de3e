import { ConnectionsBusyError } from './unavailable.ts'

interface FairTurnsOptions {
  /** Default 1. */
  readonly atOnce?: number
  /** Of these, how many one party may have. Default: all. */
  readonly atOnceEach?: number
  /** How long one waits; default: for as long as it takes. */
  readonly patienceMs?: number
}

/** Lets the next one in. */
type Release = () => void

/**
 * Lets so many holders in at once, the others party by party, each in the order of asking: who asks for one thing does not
 * wait behind a hundred of another. What is asked for by no party is one of its own.
 */
export class FairTurns {
  readonly #atOnce: number
  readonly #atOnceEach: number
  readonly #patienceMs: number | undefined
  #held = 0
  readonly #heldBy = new Map<unknown, number>()
  /** The party whose turn is next comes first. */
  readonly #waiting = new Map<unknown, (() => void)[]>()

  constructor({ atOnce = 1, atOnceEach = atOnce, patienceMs }: FairTurnsOptions = {}) {
    this.#atOnce = atOnce
    this.#atOnceEach = atOnceEach
    this.#patienceMs = patienceMs
  }

  /** @throws {ConnectionsBusyError} where it has waited for too long. */
  async acquire(party: unknown = {}): Promise<Release> {
    if (this.#mayHold(party)) this.#hold(party)
    else await this.#wait(party)
    return () => this.release(party)
  }

  /** Does some work once its party is let in. @throws {ConnectionsBusyError} where it has waited for too long. */
  async during<T>(work: () => Promise<T>, party?: unknown): Promise<T> {
    const release = await this.acquire(party)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Is let in after all who wait, those who come meanwhile included. */
  async acquireLast(): Promise<Release> {
    for (;;) {
      const release = await this.acquire()
      if (this.waiting === 0) return release
      release()
    }
  }

  get isHeld(): boolean {
    return this.#held > 0
  }

  /** How many wait to be let in. */
  get waiting(): number {
    return [...this.#waiting.values()].flat().length
  }

  /** How many of a party do. */
  waitingOf(party: unknown): number {
    return this.#waiting.get(party)?.length ?? 0
  }

  protected release(party: unknown): void {
    const others = (this.#heldBy.get(party) ?? 0) - 1
    if (others > 0) this.#heldBy.set(party, others)
    else this.#heldBy.delete(party)
    this.#held -= 1
    this.#letNextIn()
  }

  #mayHold(party: unknown): boolean {
    return this.#held < this.#atOnce && (this.#heldBy.get(party) ?? 0) < this.#atOnceEach
  }

  #hold(party: unknown): void {
    this.#held += 1
    this.#heldBy.set(party, (this.#heldBy.get(party) ?? 0) + 1)
  }

  #wait(party: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(party) ?? []
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(letIn), 1)
        if (waiting.length === 0) this.#waiting.delete(party)
        reject(new ConnectionsBusyError())
      }
      const timer = this.#patienceMs === undefined ? undefined : setTimeout(giveUp, this.#patienceMs)
      const letIn = (): void => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(letIn)
      this.#waiting.set(party, waiting)
    })
  }

  #letNextIn(): void {
    for (const [party, waiting] of this.#waiting) {
      if (!this.#mayHold(party)) continue
      const letIn = waiting.shift()
      this.#waiting.delete(party)
      if (waiting.length > 0) this.#waiting.set(party, waiting)
      this.#hold(party)
      letIn?.()
      return
    }
  }
}
