/** A row is another transaction's, and this one is not to wait for it with a connection in its hands; it may be free in a moment. */
export class RowHeldError extends Error {
  override readonly name = 'RowHeldError'
  /** As Postgres has it. */
  readonly code = '55P03'
}
