import { ApiError, tryAgain } from './api-error.ts'

/** How long one answer stands for all who ask. */
const KEPT_MS = 500

export type ReadinessState = 'ready' | 'draining'

/** Whether the process can do its work: a write would succeed, and it is not about to stop. */
export class Readiness {
  readonly #assertWritable: () => Promise<void>
  #state: ReadinessState = 'ready'
  #checkedAt = -Infinity
  #check: Promise<void> = Promise.resolve()

  constructor(assertWritable: () => Promise<void>) {
    this.#assertWritable = assertWritable
  }

  get isDraining(): boolean {
    return this.#state === 'draining'
  }

  /** From here on it is not ready. */
  drain(): void {
    this.#state = 'draining'
  }

  /** @throws {ApiError} 503 when the process is stopping, or the database takes no writes. */
  async assert(): Promise<void> {
    if (this.isDraining) throw new ApiError(503, 'The service is stopping; ask another process')
    const now = performance.now()
    if (now - this.#checkedAt > KEPT_MS) {
      this.#checkedAt = now
      this.#check = this.#assertWritable()
    }
    await this.#check.catch((error: unknown) => {
      throw tryAgain('The database takes no writes; try again', error)
    })
  }
}
