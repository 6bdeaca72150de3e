import { sql } from 'kysely'

/** The schema in which the service's tables are made, as `pg_class` names it; its name may have capitals or hyphens. */
export const OWN_SCHEMA = sql`quote_ident(current_schema())::regnamespace`
