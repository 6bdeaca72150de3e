/** The driver cannot use the URL of the database: a file that it names (`sslrootcert`, `sslcert`, `sslkey`) is missing, or cannot be read. */
export class UrlFileError extends Error {
  override readonly name = 'UrlFileError'
  readonly code = 'database_url_file'

  constructor(cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause)
    super(
      `COINSLOT_DATABASE_URL (move: --to) cannot be used (${said}): see the files that it names (sslrootcert, sslcert, sslkey), and that its user and password are percent-encoded`,
      { cause },
    )
  }
}
