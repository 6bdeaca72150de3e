import { type ErrorStatus, LIMITS, REASONS } from '@coinslot/contract'
import { isDatabaseUnavailable, isGivenUp } from '../db/unavailable.ts'
import { ApiError, tryAgain } from './api-error.ts'

const UNAVAILABLE = 'The service is busy or its database is not reachable; try again'
const MESSAGES: Partial<Record<ErrorStatus, string>> = {
  400: 'The request could not be read; send well-formed JSON',
  408: 'The request took too long to arrive; send it again',
  413: `The body is too large; send at most ${LIMITS.requestBodyBytes} bytes`,
  414: 'The address is too long; an id in it has at most 200 characters',
  415: 'Send the body as application/json',
  431: 'The headers are too large; send at most 16 KiB of them, or delete the cookies of this address',
  503: UNAVAILABLE,
}

const isErrorStatus = (status: unknown): status is ErrorStatus => typeof status === 'number' && status in REASONS
const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error ? error.statusCode : undefined

/** Whatever was thrown, as what the caller may know of it. @see decisions.md §1 */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  // First, since a connection that a caller breaks off has the code of one that the database breaks off.
  const status = statusOf(error)
  const message = isErrorStatus(status) ? MESSAGES[status] : undefined
  if (isErrorStatus(status) && message !== undefined) return new ApiError(status, message, { cause: error })
  if (isGivenUp(error)) return tryAgain('The database took too long to answer; try again', error)
  if (isDatabaseUnavailable(error)) return tryAgain(UNAVAILABLE, error)
  return new ApiError(500, 'Something went wrong on our side; try again, and quote the request id if it goes on', {
    cause: error,
  })
}
