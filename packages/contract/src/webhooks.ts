import { z } from 'zod'
import { kycLevelSchema, kycOutcomeSchema } from './kyc.ts'
import { LIMITS } from './limits.ts'
import { paymentStatusSchema } from './payment-intent.ts'
import {
  anyTextSchema,
  currencySchema,
  filledListSchema,
  httpUrlSchema,
  moneySchema,
  pageLimitSchema,
  timestampSchema,
  uuidSchema,
} from './primitives.ts'

export const subscriptionStatusSchema = z.enum(['enabled', 'disabled'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>

/** @see decisions.md §7 */
export const eventTypeSchema = z.enum([
  'payment_approved',
  'payment_declined',
  'payment_expired',
  'kyc_approved',
  'kyc_rejected',
  'webhook_test',
])
export type EventType = z.infer<typeof eventTypeSchema>

const eventTypes = filledListSchema(eventTypeSchema, eventTypeSchema.options.length)

/** What a subscription is being given of the past, in the background. Deliveries of events up to `reached` are queued. */
export const replayProgressSchema = z
  .object({ since: timestampSchema, until: timestampSchema, reached: timestampSchema, queued: z.int().nonnegative() })
  .meta({ id: 'ReplayProgress' })
export type ReplayProgress = z.infer<typeof replayProgressSchema>

/** @see service.md, "Webhook subscription" */
export const subscriptionSchema = z
  .object({
    id: uuidSchema,
    description: z.string(),
    endpoint: httpUrlSchema,
    signing_key: z.string().meta({
      description:
        'Secret: `whsec_` and base64 of 32 bytes (Standard Webhooks); empty where the service cannot read it: rotate it then',
    }),
    status: subscriptionStatusSchema,
    event_types: eventTypes.optional().meta({ description: 'The types that are delivered; absent, all of them' }),
    replay: replayProgressSchema
      .optional()
      .meta({ description: 'After enabling, or a replay, of much; absent when done' }),
    version: z.literal('1'),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof subscriptionSchema>

const description = anyTextSchema(LIMITS.subscriptionDescriptionLength)
const endpoint = httpUrlSchema.meta({ description: 'Absolute http or https URL without user name or password' })

const eventTypesChange = eventTypes
  .nullable()
  .optional()
  .meta({ description: 'The types that are to be delivered; null for all of them' })

/** A new subscription is enabled, and has every type of event delivered, unless its fields say otherwise. */
export const subscriptionCreateSchema = z
  .object({
    endpoint,
    description: description.default(''),
    status: subscriptionStatusSchema.default('enabled'),
    event_types: eventTypesChange,
  })
  .meta({ id: 'SubscriptionCreate' })
export type SubscriptionCreate = z.input<typeof subscriptionCreateSchema>

export const subscriptionPatchSchema = z
  .object({ endpoint: endpoint.optional(), description: description.optional(), event_types: eventTypesChange })
  .meta({ id: 'SubscriptionPatch' })
export type SubscriptionPatch = z.infer<typeof subscriptionPatchSchema>

export const subscriptionParamsSchema = z.object({ id: uuidSchema })
export const deliveryParamsSchema = subscriptionParamsSchema.extend({ delivery_id: uuidSchema })

export const testResultSchema = z
  .object({ delivered: z.literal(true), status_code: z.int(), duration_ms: z.int().nonnegative() })
  .meta({ id: 'WebhookTestResult' })
export type TestResult = z.infer<typeof testResultSchema>

export const paymentEventDataSchema = z.object({
  payment_intent_id: uuidSchema,
  status: paymentStatusSchema,
  reference: z.string().nullable(),
  amount: moneySchema,
  currency: currencySchema,
  item_id: z.string(),
  buyer_id: z.string().nullable(),
})
export type PaymentEventData = z.infer<typeof paymentEventDataSchema>

export const kycEventDataSchema = z.object({
  kyc_session_id: uuidSchema,
  outcome: kycOutcomeSchema,
  level: kycLevelSchema,
  external_id: z.string().nullable(),
  payment_intent_id: uuidSchema.nullable().meta({ description: 'The intent whose KYC gate this was, if any' }),
})
export type KycEventData = z.infer<typeof kycEventDataSchema>

const base = {
  id: z.string().meta({ description: 'Equals the `webhook-id` header; the same on every retry' }),
  version: z.literal('1'),
  created_at: timestampSchema,
}
const paymentEvent = <T extends string>(type: T) =>
  z.object({ ...base, type: z.literal(type), data: paymentEventDataSchema })
const kycEvent = <T extends string>(type: T) => z.object({ ...base, type: z.literal(type), data: kycEventDataSchema })

/** The body of a webhook, told apart by `type`. @see decisions.md §7 */
export const webhookEventSchema = z
  .discriminatedUnion('type', [
    paymentEvent('payment_approved'),
    paymentEvent('payment_declined'),
    paymentEvent('payment_expired'),
    kycEvent('kyc_approved'),
    kycEvent('kyc_rejected'),
    z.object({ ...base, type: z.literal('webhook_test'), data: z.object({ subscription_id: uuidSchema }) }),
  ])
  .meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.infer<typeof webhookEventSchema>

/** Headers of the Standard Webhooks scheme. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const

/** Why an attempt failed. `http_status` stands for any answer that is not 2xx. */
export const failureClassSchema = z.enum([
  'timeout',
  'connection_refused',
  'connection_reset',
  'dns',
  'tls',
  'http_status',
  'response_too_large',
  'address_not_allowed',
  'network',
])
export type FailureClass = z.infer<typeof failureClassSchema>

export const deliveryStatusSchema = z.enum(['pending', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>

export const attemptSchema = z.object({
  at: timestampSchema,
  duration_ms: z.int().nonnegative(),
  status_code: z.int().nullable(),
  failure: failureClassSchema.nullable(),
})
export type Attempt = z.infer<typeof attemptSchema>
export const deliverySchema = z
  .object({
    id: uuidSchema,
    event_id: z.string(),
    event_type: eventTypeSchema,
    status: deliveryStatusSchema,
    created_at: timestampSchema,
    next_attempt_at: timestampSchema.nullable(),
    attempts: z.array(attemptSchema),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof deliverySchema>

/** Newest first; `cursor` is the `next_cursor` of the page before. */
export const deliveriesQuerySchema = z.object({
  cursor: z.string().max(200).optional(),
  limit: pageLimitSchema(LIMITS.deliveriesPageMax).default(20),
  status: deliveryStatusSchema.optional(),
  event_type: eventTypeSchema.optional(),
})
export const deliveriesSchema = z
  .object({ deliveries: z.array(deliverySchema), next_cursor: z.string().nullable() })
  .meta({ id: 'Deliveries' })
export type Deliveries = z.infer<typeof deliveriesSchema>

export const replayQuerySchema = z.object({ since: timestampSchema })
/** Deliveries made due at once; where there is more, `replay` tells how far the rest has come. */
export const replaySchema = z
  .object({ replayed: z.int().nonnegative(), replay: replayProgressSchema.optional() })
  .meta({ id: 'Replay' })
