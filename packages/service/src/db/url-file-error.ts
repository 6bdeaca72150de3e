/** A file that the URL of the database names (`sslrootcert`, `sslcert`, `sslkey`) is missing, or cannot be read. */
export class UrlFileError extends Error {
  override readonly name = 'UrlFileError'
  readonly code = 'database_url_file'

  constructor(cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause)
    super(
      `A file that COINSLOT_DATABASE_URL (move: --to) names cannot be read (${said}): see sslrootcert, sslcert and sslkey in it`,
      { cause },
    )
  }
}
