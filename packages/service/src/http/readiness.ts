import { withTimeout } from '../platform/with-timeout.ts'
import { ApiError, tryAgain } from './api-error.ts'

/** How long one answer stands for all who ask. */
const KEPT_MS = 500
/** How long a write may take; a balancer does not wait much longer for its answer. */
const PATIENCE_MS = 3_000

/** Whether the process can do its work: a write would succeed soon, and it is not about to stop. */
export class Readiness {
  readonly #assertWritable: () => Promise<void>
  readonly #patienceMs: number
  #isDraining = false
  #checkedAt = -Infinity
  #isChecking = false
  #check: Promise<void> = Promise.resolve()

  /** @param patienceMs after which a write that has not ended counts as failed; default 3 seconds. */
  constructor(assertWritable: () => Promise<void>, patienceMs = PATIENCE_MS) {
    this.#assertWritable = assertWritable
    this.#patienceMs = patienceMs
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From here on it is not ready. */
  drain(): void {
    this.#isDraining = true
  }

  /** @throws {ApiError} 503 when the process is stopping, or the database takes no writes, or keeps them waiting. */
  async assert(): Promise<void> {
    if (this.isDraining) throw new ApiError(503, 'The service is stopping; ask another process')
    // Writes that wait hold connections: not one more before the last is given up.
    if (!this.#isChecking && performance.now() - this.#checkedAt > KEPT_MS) this.#begin()
    await this.#check.catch((error: unknown) => {
      throw tryAgain('The database takes no writes; try again', error)
    })
  }

  #begin(): void {
    this.#checkedAt = performance.now()
    this.#isChecking = true
    this.#check = withTimeout(this.#patienceMs, this.#assertWritable).finally(() => (this.#isChecking = false))
  }
}
