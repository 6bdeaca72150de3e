import type { FailureClass } from '@coinslot/contract'
import { codeOf } from '../db/error-code.ts'
import { isTlsFailure } from '../db/tls-failure.ts'

const CLASS_BY_CODE: Readonly<Record<string, FailureClass>> = {
  address_not_allowed: 'address_not_allowed',
  response_too_large: 'response_too_large',
  HPE_HEADER_OVERFLOW: 'response_too_large',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
}

/** Sorts what an exchange failed with into the classes of the contract; `network` is all the rest. */
export const failureClassOf = (error: unknown): FailureClass => {
  const code = codeOf(error)
  return CLASS_BY_CODE[code] ?? (isTlsFailure(code) ? 'tls' : 'network')
}

const WORDS: Readonly<Record<Exclude<FailureClass, 'http_status'>, string>> = {
  timeout: 'timeout',
  connection_refused: 'connection refused',
  connection_reset: 'connection reset',
  dns: 'name not resolved',
  tls: 'TLS handshake failed',
  response_too_large: 'response too large',
  address_not_allowed: 'address not allowed',
  network: 'network error',
}

/** A failure in words, with nothing of what the endpoint said but its status. @see decisions.md §7 */
export const describeFailure = (failure: FailureClass, statusCode: number | null): string =>
  failure === 'http_status' ? `status ${statusCode}` : WORDS[failure]
