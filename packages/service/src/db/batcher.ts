// Bound when it is loaded: a test of a shop, in whose process the sandbox runs, may replace the global one.
import { setImmediate } from 'node:timers'
import { onNobodysBehalf } from './behalf.ts'
import { isDatabaseUnavailable, isGivenUp } from './unavailable.ts'

/** Does all that was asked for in one statement; results in the order of the requests. */
export type RunBatch<Request, Result> = (requests: readonly Request[]) => Promise<readonly Result[]>

export interface BatcherOptions {
  /** Statements under way at once. */
  readonly maxRunning: number
  /** Requests in one statement. */
  readonly maxRequests: number
}

interface Waiting<Request, Result> {
  readonly request: Request
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers what is asked for in one turn of the event loop, and while statements are under way, into one statement, so
 * that a busy service pays for a round trip and a commit once for many.
 */
export class Batcher<Request, Result> {
  readonly #run: RunBatch<Request, Result>
  readonly #options: BatcherOptions
  readonly #waiting: Waiting<Request, Result>[] = []
  #running = 0
  #isScheduled = false

  constructor(run: RunBatch<Request, Result>, options: BatcherOptions) {
    this.#run = run
    this.#options = options
  }

  add(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      while (this.#waiting.length > 0 && this.#running < this.#options.maxRunning) void this.#runNext()
    })
  }

  async #runNext(): Promise<void> {
    this.#running += 1
    await this.#answer(this.#waiting.splice(0, this.#options.maxRequests))
    this.#running -= 1
    this.#schedule()
  }

  async #answer(batch: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await onNobodysBehalf(() => this.#run(batch.map(({ request }) => request)))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      // Those that waited behind a statement which took too long have waited as long: they would not be answered in time.
      const failed = isGivenUp(error) ? [...batch, ...this.#waiting.splice(0)] : batch
      const isOfAll = batch.length === 1 || isGivenUp(error) || isDatabaseUnavailable(error)
      if (isOfAll) for (const { reject } of failed) reject(error)
      // One request that the database does not take spoils no other.
      else for (const each of batch) await this.#answer([each])
    }
  }
}
