/** A change of the kind that a reviewer fears, in what tools do not mutate well: SQL, locks, what is waited for. */
export interface HandMadeChange {
  /** What would go wrong. */
  readonly fear: string
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** Files or folders of the tests that should notice. */
  readonly tests: readonly string[]
  /** The database on which it shows; default the embedded one. */
  readonly database?: 'embedded' | 'postgres'
}
