/** The `code` of an error, such as `ENOENT` or an SQLSTATE; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What an error says, behind its code where it has one. */
export const messageWithCode = (error: Error): string => {
  const code = codeOf(error)
  return code === '' ? String(error.message) : `${code}: ${error.message}`
}

/** What Postgres says of a row or table that another transaction holds, to who does not wait for it, or no longer. */
export const LOCK_NOT_AVAILABLE = '55P03'
