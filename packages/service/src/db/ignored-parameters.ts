import type { DatabaseConfig } from './database.ts'

/** What the driver, `pg`, reads of a URL's query. */
const READ = new Set([
  'application_name',
  'binary',
  'client_encoding',
  'fallback_application_name',
  'host',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'password',
  'port',
  'query_timeout',
  'replication',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'statement_timeout',
  'uselibpqcompat',
  'user',
])

/** How other drivers call what is told to this one in another way, in small letters. */
const INSTEAD: Readonly<Record<string, string>> = {
  schema: 'options=-csearch_path%3DNAME',
  currentschema: 'options=-csearch_path%3DNAME',
  search_path: 'options=-csearch_path%3DNAME',
  connection_limit: 'COINSLOT_DATABASE_POOL',
}

/** A sentence for each parameter of the database's URL that no more than another driver knows, such as the schema to make tables in. */
export const ignoredParameters = (database: DatabaseConfig, of = 'COINSLOT_DATABASE_URL'): readonly string[] =>
  (database.kind === 'embedded' ? [] : [...new Set(new URL(database.url).searchParams.keys())])
    .filter((name) => !READ.has(name))
    .map((name) => {
      const instead = INSTEAD[name.toLowerCase()]
      const hint = instead === undefined ? '' : `; write ${instead} instead`
      return `The parameter ${name} of ${of} has no effect${hint}`
    })
