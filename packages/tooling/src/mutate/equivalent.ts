/** A change after which the code does the same as before, so that no test can notice it. */
export interface Equivalent {
  readonly file: string
  /** The text that Stryker changes, and what it writes instead; white space does not count. */
  readonly original: string
  readonly replacement: string
  /** Why nobody can tell. */
  readonly reason: string
}
