import { type ErrorEnvelope, errorNumber, type ErrorStatus, REASONS, type RequestErrorCode } from '@coinslot/contract'

export interface ApiErrorOptions {
  /** The business code, where one applies. @see decisions.md §3 */
  readonly code?: RequestErrorCode
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** A failure that the caller is told of; anything else that is thrown becomes a 500 without details. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ErrorStatus
  readonly code: RequestErrorCode | undefined
  readonly headers: Readonly<Record<string, string>>

  /** @param message what happened and what to do; goes to the caller, so it holds no internals and no personal data. */
  constructor(status: ErrorStatus, message: string, { code, headers = {}, cause }: ApiErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
    this.headers = headers
  }

  /** @see service.md, "Error envelope" */
  toEnvelope(): ErrorEnvelope {
    const { status, message, code } = this
    return {
      error: { reason: REASONS[status], status, message, ...(code === undefined ? {} : { code: errorNumber(code) }) },
    }
  }
}

/** A 503 of what is expected to go well in a second. */
export const tryAgain = (message: string, cause?: unknown): ApiError =>
  new ApiError(503, message, { headers: { 'retry-after': '1' }, cause })
