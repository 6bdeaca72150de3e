/** The database has been migrated by a newer version, on whose schema this one cannot run. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError'
  readonly code = 'schema_too_new'

  constructor(seen: string, known: string) {
    super(
      `The database has had migration ${seen} of a newer version, and this version knows them up to ${known}; ` +
        'start the newer version, or restore the backup from before it',
    )
  }
}

/** The data is from before the first release, whose idempotency keys cannot be carried over. */
export class DataTooOldError extends Error {
  override readonly name = 'DataTooOldError'
  readonly code = 'data_too_old'

  constructor(missing: string) {
    super(
      `The database holds payment intents from before migration ${missing}, whose idempotency keys would be forgotten; ` +
        'name another database or data folder',
    )
  }
}

/** Another program has a table where one of the service's would be. */
export class DatabaseSharedError extends Error {
  override readonly name = 'DatabaseSharedError'
  readonly code = 'database_shared'

  constructor(table: string) {
    super(
      `The database has a table "${table}" of another program's; name a database of the service's own, ` +
        'or give its user a schema of its own as the only one (alter role … set search_path = …)',
    )
  }
}

/** The database cannot hold every character, such as those of a title in another script. */
export class DatabaseEncodingError extends Error {
  override readonly name = 'DatabaseEncodingError'
  readonly code = 'database_not_utf8'

  constructor(encoding: string) {
    super(
      `The database keeps texts as ${encoding}, which cannot hold them all; make it with: create database … encoding 'UTF8'`,
    )
  }
}

/** Between the service and its database, a pooler gives each transaction whichever connection is free. */
export class SessionsNotKeptError extends Error {
  override readonly name = 'SessionsNotKeptError'
  readonly code = 'sessions_not_kept'

  constructor() {
    super(
      'The database is behind a pooler that gives each transaction another connection; ' +
        'have it keep sessions (PgBouncer: pool_mode = session), or name the server itself',
    )
  }
}
