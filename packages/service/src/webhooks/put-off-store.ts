import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { subscriptionsInQueue } from './queue-store.ts'

export interface PutOff {
  readonly now: Date
  /** Events of later times were recorded before the clock was set back, and are due no sooner until they have been made so. */
  readonly latestEvent: Date
  /** Nothing is due later, unless it was put off before that. */
  readonly latestDue: Date
  readonly limit: number
}

/**
 * Makes deliveries due that a clock which has been set back since has put off; those that seem to be in somebody's hands are
 * taken as well, by whoever claims what is due.
 * @returns how many, at most `limit`; 0 where there are no more.
 */
export const makeDue = async (executor: Executor, { now, latestEvent, latestDue, limit }: PutOff): Promise<number> => {
  const { numAffectedRows } = await sql`
    with recursive ${subscriptionsInQueue}, put_off as materialized (
      select put_off.place from visited cross join lateral (
        select place from (
          select ctid as place from webhook_queue
          where merchant_id = visited.merchant_id and subscription_id = visited.subscription_id
            and event_at > ${latestEvent}::timestamptz and step = 0 and due_at > ${latestEvent}::timestamptz
          order by event_at limit ${limit}::integer for update skip locked
        ) untried
        union all
        select place from (
          select ctid as place from webhook_queue
          where subscription_hash = hashtextextended(visited.subscription_id::text, 0) and due_at > ${latestDue}::timestamptz
          order by due_at limit ${limit}::integer for update skip locked
        ) tried
      ) put_off
      limit ${limit}::integer
    )
    update webhook_queue delivery set due_at = ${now}
    from put_off where delivery.ctid = put_off.place
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}
