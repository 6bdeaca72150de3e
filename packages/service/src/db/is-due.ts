import { sql } from 'kysely'

/**
 * Whether somebody outside is to be asked (again) about a row at `now`, by its `check_at`. Nothing is put off for as long as
 * ten minutes: what seems to be was, by a clock that has been set back since.
 */
export const isDue = (now: Date) => sql<boolean>`(
  check_at <= ${now}::timestamptz or check_at > ${now}::timestamptz + interval '10 minutes'
)`
