import { ApiError } from '../http/api-error.ts'
import { PIECE_BYTES } from './pieces.ts'

const MAX_BYTES = 33_554_432
/** One piece as it arrived, and the same encrypted. */
const BYTES_PER_UPLOAD = 2 * PIECE_BYTES
const RETRY_AFTER_SECONDS = 5

/** Memory that files on their way may take in this process, 32 MiB in all: 64 files at once. */
export class UploadBudget {
  #bytes = 0

  /**
   * Runs `take` with room for one file.
   * @throws {ApiError} 503 when there is none.
   */
  async hold<T>(take: () => Promise<T>): Promise<T> {
    if (this.#bytes + BYTES_PER_UPLOAD > MAX_BYTES) {
      throw new ApiError(503, 'Too many files are arriving at once; send it again in a few seconds', {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      })
    }
    this.#bytes += BYTES_PER_UPLOAD
    try {
      return await take()
    } finally {
      this.#bytes -= BYTES_PER_UPLOAD
    }
  }
}
