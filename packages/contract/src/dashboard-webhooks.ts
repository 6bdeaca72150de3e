import { z } from 'zod'
import { pageEnd, pageQuery } from './dashboard-payments.ts'
import { timestampSchema, uuidSchema } from './primitives.ts'
import {
  attemptSchema,
  deliveryStatusSchema,
  eventTypeSchema,
  failureClassSchema,
  subscriptionStatusSchema,
} from './webhooks.ts'

/** How an endpoint has done of late: attempts of its latest deliveries. */
export const webhookHealthSchema = z.object({
  attempts: z.int(),
  /** From 0 to 1; null without attempts. */
  success_rate: z.number().nullable(),
  /** Of those that arrived; null without any. */
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
  last_failure: z
    .object({ at: timestampSchema, failure: failureClassSchema, status_code: z.int().nullable() })
    .nullable(),
  /** Since when nothing has arrived; null while it does. */
  failing_since: timestampSchema.nullable(),
  /** `open` after five failures in a row, lately: one delivery at a time is tried, after pauses of 1 to 15 seconds. */
  circuit: z.enum(['closed', 'open']),
  /** Of those that wait: the earliest time at which one is tried. */
  next_attempt_at: timestampSchema.nullable(),
  /** Deliveries that wait, at most 1,000 of them counted. */
  waiting: z.int(),
})
export type WebhookHealth = z.infer<typeof webhookHealthSchema>

/** A subscription without its signing key, which is shown once. */
export const shownSubscriptionSchema = z.object({
  id: uuidSchema,
  merchant_id: uuidSchema,
  description: z.string(),
  endpoint: z.string(),
  /** Null for all. */
  event_types: z.array(eventTypeSchema).nullable(),
  status: subscriptionStatusSchema,
  disabled_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  health: webhookHealthSchema,
})
export type ShownSubscription = z.infer<typeof shownSubscriptionSchema>

export const subscriptionsQuerySchema = z.object({ merchant: uuidSchema.optional() })
export const shownSubscriptionsSchema = z.object({ subscriptions: z.array(shownSubscriptionSchema) })

/** A new key or a new subscription: the only times at which the key is shown. */
export const revealedKeySchema = z.object({ id: uuidSchema, signing_key: z.string() })
export type RevealedKey = z.infer<typeof revealedKeySchema>

export const deliveryRowSchema = z.object({
  id: uuidSchema,
  subscription_id: uuidSchema,
  endpoint: z.string(),
  event_id: z.string(),
  event_type: eventTypeSchema,
  /** The intent that the event is about, if it is about one. */
  payment_intent_id: uuidSchema.nullable(),
  status: deliveryStatusSchema,
  created_at: timestampSchema,
  next_attempt_at: timestampSchema.nullable(),
  attempts: z.array(attemptSchema),
})
export type DeliveryRow = z.infer<typeof deliveryRowSchema>

export const shownDeliveriesQuerySchema = z.object({
  ...pageQuery,
  subscription: uuidSchema.optional(),
  status: deliveryStatusSchema.optional(),
  event_type: eventTypeSchema.optional(),
})
export const shownDeliveriesSchema = z.object({ deliveries: z.array(deliveryRowSchema), ...pageEnd })
export type ShownDeliveries = z.infer<typeof shownDeliveriesSchema>

/** One delivery with what was sent, byte for byte. */
export const deliveryDetailSchema = z.object({
  delivery: deliveryRowSchema,
  subscription_enabled: z.boolean(),
  body: z.string(),
  /** What each attempt was sent with, in the order of the attempts. */
  sent: z.array(
    z.object({
      headers: z.record(z.string(), z.string()),
      /** False where a key that signed is no longer kept, or cannot be read, so that the signature is not the one that was sent. */
      exact: z.boolean(),
    }),
  ),
})
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>
