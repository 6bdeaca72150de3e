/** A command that cannot be understood: exit code 2. @see decisions.md §9 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
}
