import type { ErrorStatus } from '@coinslot/contract'
import { type ErrorCode, isCoinslotError } from '../errors.ts'
import { respondError } from './respond.ts'

/** What a page can act upon; everything else is between the backend and the service. */
const STATUSES: { readonly [code in ErrorCode]?: ErrorStatus } = {
  conflict: 409,
  rate_limited: 429,
  network_error: 503,
  timeout: 503,
  service_error: 503,
}

/** What the page is told when the service refused or failed; the details go to `onError` only. */
export const failureResponse = (error: unknown): Response => {
  if (!isCoinslotError(error) || error.code === 'invalid_configuration') {
    return respondError(500, 'The request could not be handled; the log of this server says why')
  }
  const headers: Record<string, string> = {}
  if (error.requestId !== undefined) headers['x-request-id'] = error.requestId
  if (error.code === 'rate_limited') headers['retry-after'] = String(Math.ceil((error.retryAfterMs ?? 1000) / 1000))
  return respondError(
    STATUSES[error.code] ?? 502,
    'The payment service did not take the request; the log of this server says why',
    headers,
  )
}
