import { ApiError } from '../http/api-error.ts'
import type { SlowBody } from '../http/slow-body.ts'
import { PIECE_BYTES } from './pieces.ts'

const MAX_BYTES = 33_554_432
/** One piece as it arrived, and the same encrypted. */
const BYTES_PER_UPLOAD = 2 * PIECE_BYTES
const MAX_AT_ONCE = MAX_BYTES / BYTES_PER_UPLOAD
/** Files of one merchant's customers, however swiftly they come, leave room for those of others. */
const MAX_PER_MERCHANT_AT_ONCE = 48
const RETRY_AFTER_SECONDS = 5

/** Memory that files on their way may take in this process, 32 MiB in all: 64 files at once. */
export class UploadBudget {
  /** Each with the merchant whose customer sends it. */
  readonly #arriving = new Map<SlowBody, string>()

  /**
   * Runs `take` with room for one file, which it makes by cutting off the one that comes most slowly: one of which less
   * than a piece came in the time that other requests have. Of one merchant's room, 48 files, only their own are cut off.
   * @throws {ApiError} 503 when there is none.
   */
  async hold<T>(merchantId: string, file: SlowBody, take: () => Promise<T>): Promise<T> {
    const all = [...this.#arriving.keys()]
    const theirs = all.filter((each) => this.#arriving.get(each) === merchantId)
    const hasRoom =
      (theirs.length < MAX_PER_MERCHANT_AT_ONCE || this.#cutOffSlowest(theirs)) &&
      (this.#arriving.size < MAX_AT_ONCE || this.#cutOffSlowest(all))
    if (!hasRoom) {
      throw new ApiError(503, 'Too many files are arriving at once; send it again in a few seconds', {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      })
    }
    this.#arriving.set(file, merchantId)
    try {
      return await take()
    } finally {
      this.#arriving.delete(file)
    }
  }

  /** @returns whether there was one that is slow enough. */
  #cutOffSlowest(files: readonly SlowBody[]): boolean {
    let [slowest, leastBytes]: [SlowBody | null, number] = [null, PIECE_BYTES]
    for (const file of files) {
      const bytes = file.lately() ?? PIECE_BYTES
      if (bytes < leastBytes) [slowest, leastBytes] = [file, bytes]
    }
    if (slowest === null) return false
    this.#arriving.delete(slowest)
    slowest.cutOff()
    return true
  }
}
