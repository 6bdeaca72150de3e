import { ageMs } from '../platform/clock.ts'

/** How soon rows that came up behind a mark, such as those of a worker that died, are noticed. */
const FULL_LOOK_EVERY_MS = 1_000
/** How long after the time that it wrote a transaction may commit and still be noticed at once. */
const COMMIT_LAG_MS = 5_000

interface Mark {
  readonly lookedAtMs: number
  readonly dueFromMs: number
}

const isOld = ({ lookedAtMs }: Mark, now: Date): boolean => ageMs(lookedAtMs, now.getTime()) >= FULL_LOOK_EVERY_MS

/**
 * Up to when a subscription's queue has been worked off, so that the rows taken from its front, which the database has
 * not cleared away yet, are not passed over again and again.
 */
export class DueMarks {
  /** The one that was looked at first comes first. */
  readonly #marks = new Map<string, Mark>()

  /** How many subscriptions are remembered. */
  get size(): number {
    return this.#marks.size
  }

  /** From when on to look; undefined for the beginning. */
  dueFrom(id: string, now: Date): Date | undefined {
    const mark = this.#marks.get(id)
    if (mark === undefined || isOld(mark, now)) {
      this.#marks.delete(id)
      return undefined
    }
    return new Date(mark.dueFromMs)
  }

  /** Notes what a claim took. @param lastDueAt of the last delivery where there may be more of them, else null. */
  looked(id: string, now: Date, lastDueAt: Date | null): void {
    for (const [oldest, mark] of this.#marks) {
      if (!isOld(mark, now)) break
      if (oldest !== id) this.#marks.delete(oldest)
    }
    const recentMs = now.getTime() - COMMIT_LAG_MS
    const dueFromMs = lastDueAt === null ? recentMs : Math.min(recentMs, lastDueAt.getTime())
    this.#marks.set(id, { lookedAtMs: this.#marks.get(id)?.lookedAtMs ?? now.getTime(), dueFromMs })
  }

  /** Looks at everything again. */
  clear(): void {
    this.#marks.clear()
  }
}
