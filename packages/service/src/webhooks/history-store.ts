import type { deliveriesQuerySchema, Delivery } from '@coinslot/contract'
import type { z } from 'zod'
import type { Executor } from '../db/database.ts'

type DeliveriesQuery = z.output<typeof deliveriesQuerySchema>

const selectDeliveries = (executor: Executor, subscriptionId: string) =>
  executor
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_subscriptions as subscription', 'subscription.id', 'delivery.subscription_id')
    .select([
      'delivery.id',
      'delivery.seq',
      'delivery.event_id',
      'delivery.event_type',
      'delivery.status',
      'delivery.created_at',
      'delivery.due_at',
      'delivery.attempts',
      'subscription.status as subscription_status',
    ])
    .where('delivery.subscription_id', '=', subscriptionId)
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

const toDelivery = (row: DeliveryRow): Delivery => {
  const isWaiting = row.status === 'pending' && row.subscription_status === 'enabled'
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    created_at: row.created_at.toISOString(),
    next_attempt_at: isWaiting ? row.due_at.toISOString() : null,
    attempts: row.attempts,
  }
}

export const findDelivery = async (
  executor: Executor,
  subscriptionId: string,
  deliveryId: string,
): Promise<Delivery | null> => {
  const row = await selectDeliveries(executor, subscriptionId).where('delivery.id', '=', deliveryId).executeTakeFirst()
  return row === undefined ? null : toDelivery(row)
}

export interface PageRequest extends Omit<DeliveriesQuery, 'cursor'> {
  /** The last delivery of the page before. */
  readonly before: number | null
}

/** One page of a subscription's deliveries, newest first. */
export const listDeliveries = async (
  executor: Executor,
  subscriptionId: string,
  { before, limit, status, event_type }: PageRequest,
): Promise<{ deliveries: Delivery[]; last: number | null }> => {
  let query = selectDeliveries(executor, subscriptionId)
  if (before !== null) query = query.where('delivery.seq', '<', before)
  if (status !== undefined) query = query.where('delivery.status', '=', status)
  if (event_type !== undefined) query = query.where('delivery.event_type', '=', event_type)
  const rows = await query
    .orderBy('delivery.seq', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return { deliveries: page.map(toDelivery), last: rows.length > limit ? (page.at(-1)?.seq ?? null) : null }
}
