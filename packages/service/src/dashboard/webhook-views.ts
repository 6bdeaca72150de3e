import { type Attempt, LIMITS } from '@coinslot/contract'
import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { DeliveryDetail, DeliveryRow, ShownSubscription } from '@coinslot/contract/dashboard-operations'
import { inParallel } from '../platform/in-parallel.ts'
import { readIfPossible } from '../platform/secrets.ts'
import {
  type DeliveryRecord,
  type KeyRecord,
  listDeliveryRecords,
  readBacklogs,
  type SubscriptionRecord,
} from '../webhooks/insight-store.ts'
import { isCircuitOpen } from '../webhooks/endpoint-throttle.ts'
import { sentHeaders } from '../webhooks/sender.ts'
import { signatureHeaders } from '../webhooks/signature.ts'
import type { DashboardDeps } from './deps.ts'
import { figuresOf } from './health-rules.ts'

/** Deliveries that wait for one endpoint, as they are counted at most. */
export const MOST_WAITING_COUNTED = 1_000
const HOUR_MS = 60 * 60_000

const intentOf = (body: string): string | null => {
  const { data } = JSON.parse(body) as { data: { payment_intent_id?: string | null } }
  return data.payment_intent_id ?? null
}

/** A delivery as it is listed. */
export const deliveryRow = (delivery: DeliveryRecord, subscription: SubscriptionRecord | undefined): DeliveryRow => ({
  id: delivery.id,
  subscription_id: delivery.subscriptionId,
  endpoint: subscription?.endpoint ?? '',
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  payment_intent_id: intentOf(delivery.body),
  status: delivery.status,
  created_at: delivery.createdAt.toISOString(),
  next_attempt_at: subscription?.status === 'enabled' ? (delivery.dueAt?.toISOString() ?? null) : null,
  attempts: [...delivery.attempts],
})

/** Questions about one subscription each that are under way at once: an operator sees those of all merchants. */
const AT_ONCE = 4

/** Subscriptions with how their endpoints have done of late. */
export const shownSubscriptions = async (
  { db, clock }: DashboardDeps,
  subscriptions: readonly SubscriptionRecord[],
): Promise<ShownSubscription[]> => {
  if (subscriptions.length === 0) return []
  const backlogs = await readBacklogs(db, subscriptions, MOST_WAITING_COUNTED)
  const attemptsOf = new Map<string, readonly Attempt[]>()
  await inParallel(subscriptions, AT_ONCE, async (subscription) => {
    const limit = DASHBOARD_LIMITS.healthDeliveries
    const page = { keys: [subscription], before: null, limit, searchedRows: limit }
    const { rows: latest } = await listDeliveryRecords(db, page)
    attemptsOf.set(
      subscription.id,
      latest.flatMap((delivery) => delivery.attempts),
    )
  })
  return subscriptions.map((subscription) => {
    const backlog = backlogs.get(subscription.id)
    const attempts = attemptsOf.get(subscription.id) ?? []
    return {
      id: subscription.id,
      merchant_id: subscription.merchantId,
      description: subscription.description,
      endpoint: subscription.endpoint,
      event_types: subscription.eventTypes === null ? null : [...subscription.eventTypes],
      status: subscription.status,
      disabled_at: subscription.disabledAt?.toISOString() ?? null,
      created_at: subscription.createdAt.toISOString(),
      health: {
        ...figuresOf(attempts),
        circuit: isCircuitOpen(attempts, clock.now()) ? 'open' : 'closed',
        failing_since: subscription.failingSince?.toISOString() ?? null,
        next_attempt_at: subscription.status === 'enabled' ? (backlog?.nextAt?.toISOString() ?? null) : null,
        waiting: backlog?.waiting ?? 0,
      },
    }
  })
}

const isActive = ({ createdAt, expiresAt }: KeyRecord, at: Date): boolean =>
  createdAt <= at && (expiresAt === null || expiresAt > at)

/** Whether a key that has been replaced, and is no longer kept, signed at that time as well. */
const isOneMissing = (keys: readonly KeyRecord[], { createdAt }: SubscriptionRecord, at: Date): boolean => {
  const oldest = keys.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(0)
  if (oldest === undefined || oldest.createdAt > at) return true
  const overlapEnds = oldest.createdAt.getTime() + LIMITS.rotatedKeyHours * HOUR_MS
  return oldest.createdAt > createdAt && at.getTime() < overlapEnds
}

/** A delivery with what each attempt was sent with: signatures follow from body, time and keys. */
export const deliveryDetail = (
  { secrets }: DashboardDeps,
  delivery: DeliveryRecord,
  subscription: SubscriptionRecord,
  keys: readonly KeyRecord[],
): DeliveryDetail => ({
  delivery: deliveryRow(delivery, subscription),
  subscription_enabled: subscription.status === 'enabled',
  body: delivery.body,
  sent: delivery.attempts.map((attempt) => {
    const at = new Date(attempt.at)
    const active = keys.filter((key) => isActive(key, at)).map(({ key }) => readIfPossible(secrets, key))
    const readable = active.filter((key) => key !== null)
    const signed = signatureHeaders({ id: delivery.eventId, at, body: delivery.body }, readable)
    const exact = readable.length === active.length && !isOneMissing(keys, subscription, at)
    return { headers: sentHeaders(delivery.body, signed), exact }
  }),
})
