const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
/** Classes of SQLSTATE: connection exceptions, insufficient resources, an operator's shutdown; no statement that took too long. */
const SQLSTATE = /^(08|53|57P)/
const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable/i

/** Whether an error says that the database cannot be reached now, rather than that the statement is wrong. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return NETWORK_CODES.has(code) || SQLSTATE.test(code) || DRIVER_MESSAGES.test(error.message)
}
