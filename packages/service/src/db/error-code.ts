/** The `code` of an error, such as `ENOENT` or an SQLSTATE; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The code of an error, or else of its cause: of a fetch that failed, nothing else says why. A cause's is a constant's name. */
export const reasonCodeOf = (error: Error): string => {
  const code = codeOf(error)
  if (code !== '') return code
  const ofCause = codeOf(error.cause)
  return /^[A-Z][A-Z\d_]*$/.test(ofCause) ? ofCause : ''
}

/** What an error says, behind its code, or its cause's, where it has one. */
export const messageWithCode = (error: Error): string => {
  const code = reasonCodeOf(error)
  return code === '' ? String(error.message) : `${code}: ${error.message}`
}

/** What Postgres says of a row or table that another transaction holds, to who does not wait for it, or no longer. */
export const LOCK_NOT_AVAILABLE = '55P03'
