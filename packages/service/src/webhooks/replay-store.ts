import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

export interface ReplayRequest {
  readonly subscriptionId: string
  readonly merchantId: string
  /** Events recorded from then on. */
  readonly since: Date
  readonly at: Date
}

/**
 * Makes every event due that has not arrived, those that were never meant for this subscription before included. Deliveries that a
 * worker has in its hands are left to it.
 * @returns how many.
 */
export const replayMissed = async (
  executor: Executor,
  { subscriptionId, merchantId, since, at }: ReplayRequest,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries as delivery
      (id, subscription_id, event_id, lane, event_type, status, step, due_at, created_at)
    select gen_random_uuid(), subscription.id, event.id, subscription.id || ' ' || event.subject, event.type, 'pending', 0,
      ${at}::timestamptz, ${at}::timestamptz
    from webhook_subscriptions subscription
    join webhook_events event on event.merchant_id = subscription.merchant_id and event.created_at >= ${since}
      and (subscription.event_types is null or event.type = any (subscription.event_types))
    where subscription.id = ${subscriptionId} and subscription.merchant_id = ${merchantId}
    order by event.seq
    on conflict (event_id, subscription_id) do update
      set status = 'pending', step = 0, due_at = excluded.due_at
      where delivery.status <> 'delivered' and delivery.lease is null
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/** Makes one delivery due, whatever became of it; one that a worker has in its hands is left to it. */
export const replayOne = async (executor: Executor, deliveryId: string, at: Date): Promise<void> => {
  await executor
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', step: 0, due_at: at })
    .where('id', '=', deliveryId)
    .where('lease', 'is', null)
    .execute()
}

/** What was still to be tried when a subscription was disabled: due now, or given up when it is from before `since`. */
export const resumePending = async (
  executor: Executor,
  { subscriptionId, since, at }: Omit<ReplayRequest, 'merchantId'>,
): Promise<void> => {
  await sql`
    update webhook_deliveries set
      status = case when created_at >= ${since} then 'pending' else 'failed' end,
      step = 0,
      due_at = ${at}
    where subscription_id = ${subscriptionId} and status = 'pending' and lease is null
  `.execute(executor)
}

/** Deletes events recorded before a time, with their deliveries. @returns how many, at most `limit`. */
export const pruneEvents = async (executor: Executor, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events where created_at < ${before} order by created_at limit ${limit} for update skip locked
    )
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}

/** Deletes signing keys that have ceased to sign. */
export const pruneKeys = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('webhook_keys').where('expires_at', '<=', now).execute()
}
