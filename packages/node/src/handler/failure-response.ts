import { isCoinslotError } from '../errors.ts'
import { respondError } from './respond.ts'

/**
 * What the page is told when the service refused or failed. A conflict and a rate limit are the page's to handle;
 * everything else is between the backend and the service, and goes to `onError` only.
 */
export const failureResponse = (error: unknown): Response => {
  if (!isCoinslotError(error)) return respondError(500, 'The request could not be handled')
  const traced: Record<string, string> = error.requestId === undefined ? {} : { 'x-request-id': error.requestId }
  if (error.code === 'conflict') return respondError(409, 'This purchase was already asked for in another way', traced)
  if (error.code === 'rate_limited') {
    const seconds = Math.ceil((error.retryAfterMs ?? 1000) / 1000)
    return respondError(429, 'Too many requests; try again later', { ...traced, 'retry-after': String(seconds) })
  }
  if (error.code === 'network_error' || error.code === 'timeout' || error.code === 'service_error') {
    return respondError(503, 'The payment service cannot be reached now; try again', traced)
  }
  return respondError(502, 'The payment service did not take the request', traced)
}
