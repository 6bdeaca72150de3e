import { LOCK_NOT_AVAILABLE } from './error-code.ts'

/** A row is another transaction's, and this one is not to wait for it with a connection in its hands; it may be free in a moment. */
export class RowHeldError extends Error {
  override readonly name = 'RowHeldError'
  readonly code = LOCK_NOT_AVAILABLE
}
