import { codeOf, LOCK_NOT_AVAILABLE } from './error-code.ts'
import { isTlsFailure, LACKS_TLS } from './tls-failure.ts'

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
const READ_ONLY = '25006'
/**
 * Classes of SQLSTATE: connection exceptions, a server that does not let the user in or lacks the database, as while that is
 * restored, insufficient resources, an operator's shutdown, a server that takes no writes, a transaction that lay idle for too long, what a connection can do no more: prepared
 * statements of before a migration, anything on a standby whose database asks for `serializable`; nothing that took too long.
 */
const SQLSTATE = /^(08|28|3D|53|57P|25006|25P03|0A000)/
const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable|driver has already been destroyed/i

/** The server takes no writes: a standby, or a primary that another has replaced. */
export class DatabaseReadOnlyError extends Error {
  override readonly name = 'DatabaseReadOnlyError'
  readonly code = READ_ONLY

  constructor() {
    super('The database takes no writes: it is a standby, or set to read only')
  }
}

/** Whoever has the connections keeps them for too long. */
export class ConnectionsBusyError extends Error {
  override readonly name = 'ConnectionsBusyError'
  readonly code = 'connections_busy'

  constructor() {
    super('All connections to the database are in use')
  }
}

/** Whether a statement was refused because the server takes no writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY

const GIVEN_UP = new Set(['57014', LOCK_NOT_AVAILABLE, '25P04'])

/** Whether the database gave a statement or its transaction up for its time, mostly one that waited for a row which another process held. */
export const isGivenUp = (error: unknown): boolean => GIVEN_UP.has(codeOf(error))

/**
 * Whether the server ended the connection with it, or did not begin one: where a database is closed for maintenance
 * (`allow_connections`, `revoke connect`), under codes that a statement may have, too.
 */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'FATAL'

/** Whether an error says that the database cannot be reached now, rather than that the statement is wrong. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof ConnectionsBusyError || (isFatal(error) && !isGivenUp(error))) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = codeOf(error)
  if (NETWORK_CODES.has(code) || SQLSTATE.test(code) || isTlsFailure(code)) return true
  return DRIVER_MESSAGES.test(error.message) || LACKS_TLS.test(error.message)
}
