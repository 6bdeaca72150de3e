import { LIMITS } from '@coinslot/contract'
import { type RawBuilder, sql } from 'kysely'

/** The latest attempts of a delivery, as many as are kept however often it is replayed. `lax`: of fewer, all. */
export const keptAttempts = (attempts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`jsonb_path_query_array(${attempts}, ${sql.lit(`lax $[last - ${LIMITS.deliveryAttempts - 1} to last]`)})`
