import type { deliveriesQuerySchema, Delivery } from '@coinslot/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Executor } from '../db/database.ts'
import { deliveryHalves } from './delivery-halves-store.ts'
import { eventAtOf } from './delivery-key.ts'
import type { EventCursor } from './replay-store.ts'
import type { SubscriptionKey } from './subscription-store.ts'

type DeliveriesQuery = z.output<typeof deliveriesQuerySchema>

interface DeliveryRow extends Pick<Delivery, 'id' | 'event_id' | 'event_type' | 'status' | 'attempts'> {
  readonly event_at: Date
  readonly created_at: Date
  readonly next_attempt_at: Date | null
}

const toDelivery = ({
  id,
  event_id,
  event_type,
  status,
  attempts,
  created_at,
  next_attempt_at,
}: DeliveryRow): Delivery => ({
  id,
  event_id,
  event_type,
  status,
  attempts,
  created_at: created_at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
})

interface Selection {
  readonly key: SubscriptionKey
  readonly status?: Delivery['status'] | undefined
  readonly where: RawBuilder<unknown>
  readonly limit: number
}

/** From what waits and from what has ended, each cut off where the page ends; newest event first. */
const selectDeliveries = async (executor: Executor, { key, status, where, limit }: Selection) => {
  const columns = sql`id, event_id, event_at, event_type, attempts, created_at`
  const page = sql`order by event_at desc, event_id desc limit ${limit}::integer`
  const isEnabled = sql`
    (select status = 'enabled' from webhook_subscriptions where merchant_id = ${key.merchantId} and id = ${key.id})
  `
  const halves = deliveryHalves({
    status,
    where: sql`merchant_id = ${key.merchantId} and subscription_id = ${key.id} and ${where}`,
    page,
    columns: {
      waiting: sql`${columns}, 'pending' as status, case when ${isEnabled} then due_at end as next_attempt_at`,
      ended: sql`${columns}, status, null::timestamptz as next_attempt_at`,
    },
  })
  const { rows } = await sql<DeliveryRow>`select * from (${halves}) as delivery ${page}`.execute(executor)
  return rows
}

export const findDelivery = async (
  executor: Executor,
  key: SubscriptionKey,
  deliveryId: string,
): Promise<Delivery | null> => {
  const where = sql`event_at = ${eventAtOf(deliveryId)} and id = ${deliveryId}`
  const [row] = await selectDeliveries(executor, { key, where, limit: 1 })
  return row === undefined ? null : toDelivery(row)
}

export interface PageRequest extends Omit<DeliveriesQuery, 'cursor'> {
  /** The `next` of the page before. */
  readonly before: EventCursor | null
}

/** One page of a subscription's deliveries, newest event first. */
export const listDeliveries = async (
  executor: Executor,
  key: SubscriptionKey,
  { before, limit, status, event_type }: PageRequest,
): Promise<{ deliveries: Delivery[]; next: EventCursor | null }> => {
  const older =
    before === null ? sql`true` : sql`(event_at, event_id) < (${before.at}::timestamptz, ${before.id}::text)`
  const where = event_type === undefined ? older : sql`${older} and event_type = ${event_type}`
  const rows = await selectDeliveries(executor, { key, status, where, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { deliveries: page.map(toDelivery), next: hasMore ? { at: last.event_at, id: last.event_id } : null }
}
