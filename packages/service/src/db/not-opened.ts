/** The embedded engine does not open the files; what it says itself (`cause`) tells an operator nothing, and is not always an error. */
export class DatabaseNotOpenedError extends Error {
  override readonly name = 'DatabaseNotOpenedError'
  readonly code = 'database_not_opened'

  constructor(folder: string, cause: unknown) {
    super(
      `The database in ${folder} cannot be opened: a file of it is missing, damaged, or another user's; give its files to this user, or restore a backup into another folder`,
      { cause },
    )
  }
}
