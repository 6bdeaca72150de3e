import { LIMITS } from '@coinslot/contract'
import { type RawBuilder, sql } from 'kysely'

/** The latest attempts of a delivery, as many as are kept however often it is replayed. `lax`: of fewer, all. */
export const keptAttempts = (attempts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`jsonb_path_query_array(${attempts}, ${sql.lit(`lax $[last - ${LIMITS.deliveryAttempts - 1} to last]`)})`

/**
 * Writes deliveries down that have ended. Of one that has ended before, which was queued once more, all attempts are kept,
 * and that it arrived once. @param ended selects a delivery's columns, in the order in which they stand here
 */
export const insertEnded = (ended: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into webhook_deliveries as known
    (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts, created_at)
  ${ended}
  on conflict (merchant_id, subscription_id, event_at, event_id) do update
    set attempts = ${keptAttempts(sql`known.attempts || excluded.attempts`)},
      status = case when known.status = 'delivered' then known.status else excluded.status end
`
