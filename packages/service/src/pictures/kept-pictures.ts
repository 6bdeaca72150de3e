import type { Clock } from '../platform/clock.ts'
import type { Picture } from './picture-store.ts'

const MAX_BYTES = 8 * 1_048_576
/** Of the smallest there would be a hundred thousand, whose names take far more room than they do. */
const MAX_PICTURES = 1_000

interface Kept {
  readonly picture: Picture
  /** When it was looked for, in milliseconds: where the clock has been set back behind that, its end is too far away. */
  readonly since: number
  /** When it stops being good, in milliseconds since 1970. */
  readonly until: number
}

/**
 * Pictures that were asked for lately, a thousand of them and 8 MiB in this process. To read one from the database takes as long as
 * seventy other answers, and whoever takes long over it shares its bytes with all who are sent the same.
 */
export class KeptPictures {
  readonly #clock: Clock
  /** The one that nobody has asked for the longest first. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The picture of that name, while it is kept and good. */
  find(name: string): Picture | undefined {
    const kept = this.#drop(name)
    const now = this.#clock.now().getTime()
    if (kept === undefined || now < kept.since || now >= kept.until) return undefined
    this.keep(name, { ...kept, since: now })
    return kept.picture
  }

  keep(name: string, kept: Kept): void {
    this.#drop(name)
    this.#kept.set(name, kept)
    this.#bytes += kept.picture.content.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES && this.#kept.size <= MAX_PICTURES) break
      this.#drop(oldest)
    }
  }

  #drop(name: string): Kept | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined) return undefined
    this.#kept.delete(name)
    this.#bytes -= kept.picture.content.length
    return kept
  }
}
