import { z } from 'zod'
import { DASHBOARD_LIMITS } from './dashboard.ts'
import { LIMITS } from './limits.ts'
import { currencySchema, moneySchema, pageLimitSchema, textSchema, timestampSchema, uuidSchema } from './primitives.ts'
import { failureClassSchema } from './webhooks.ts'

/** What every page of a list is asked with. `merchant` narrows an operator's list; a merchant's session has its own only. */
export const pageQuery = {
  merchant: uuidSchema.optional(),
  cursor: z.string().max(200).optional(),
  limit: pageLimitSchema(DASHBOARD_LIMITS.pageMax).default(DASHBOARD_LIMITS.pageDefault),
}

/** How a page of a list ends. */
export const pageEnd = {
  /** Asks for the page after this one; null where there is none. */
  next_cursor: z.string().nullable(),
  /** Where a filter had more rows to look at than one search may: how far back it has looked. */
  searched_until: timestampSchema.nullable(),
}

/** `Refused` created no intent: the buyer was turned away with ERR01, ERR03 or ERR15. */
export const shownStatusSchema = z.enum(['Created', 'Approved', 'Declined', 'Expired', 'Refused'])
export type ShownStatus = z.infer<typeof shownStatusSchema>

export const paymentRowSchema = z.object({
  id: uuidSchema,
  merchant_id: uuidSchema,
  client_id: z.string(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
  finalised_at: timestampSchema.nullable(),
  item_id: z.string(),
  item_title: z.string(),
  amount: moneySchema,
  currency: currencySchema,
  buyer_id: z.string().nullable(),
  reference: z.string().nullable(),
  status: shownStatusSchema,
  error_code: z.string().nullable(),
  mode: z.enum(['widget', 'redirect']),
})
export type PaymentRow = z.infer<typeof paymentRowSchema>

export const paymentsQuerySchema = z.object({
  ...pageQuery,
  status: shownStatusSchema.optional(),
  mode: z.enum(['widget', 'redirect']).optional(),
  created_from: timestampSchema.optional(),
  created_to: timestampSchema.optional(),
  amount_min: moneySchema.optional(),
  amount_max: moneySchema.optional(),
  /** The whole of a reference. */
  reference: textSchema(LIMITS.referenceLength).optional(),
  id: uuidSchema.optional(),
  /** Part of an item's id or title, a reference, or the merchant's id of the buyer. */
  text: textSchema(100).optional(),
})
export type PaymentsQuery = z.output<typeof paymentsQuerySchema>

export const paymentsSchema = z.object({ payments: z.array(paymentRowSchema), ...pageEnd })
export type Payments = z.infer<typeof paymentsSchema>

const entry = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ at: timestampSchema, kind: z.literal(kind), ...shape })
const card = { attempt_id: uuidSchema, brand: z.string(), last_four: z.string() }
const delivery = { delivery_id: uuidSchema, subscription_id: uuidSchema, endpoint: z.string() }

/** One thing that happened to a payment. */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  entry('created', {}),
  /** The buyer's browser had the checkout in front of it. */
  entry('opened', {}),
  entry('identity_asked', { check_id: uuidSchema, level: z.int() }),
  entry('identity_given', { check_id: uuidSchema }),
  entry('identity_decided', { outcome: z.enum(['approved', 'rejected']) }),
  entry('card_tried', card),
  entry('challenge_asked', card),
  entry('card_refused', { ...card, reason: z.string().nullable() }),
  entry('card_approved', card),
  entry('card_given_back', card),
  entry('ended', { status: z.enum(['Approved', 'Declined', 'Expired']) }),
  /** `deliveries` says to how many endpoints it goes; 0 where no subscription was enabled. */
  entry('event', { event_id: z.string(), event_type: z.string(), deliveries: z.int() }),
  entry('delivery_attempt', {
    ...delivery,
    status_code: z.int().nullable(),
    failure: failureClassSchema.nullable(),
    duration_ms: z.int(),
  }),
  /** It has not arrived: `next_attempt_at` is null where nothing more is tried by itself. */
  entry('delivery_waiting', {
    ...delivery,
    status: z.enum(['pending', 'failed']),
    next_attempt_at: timestampSchema.nullable(),
  }),
])
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

export const paymentDetailSchema = z.object({
  payment: paymentRowSchema,
  /** In the order in which things happened. */
  timeline: z.array(timelineEntrySchema),
  /** Deliveries of its events, for what can be sent again. */
  deliveries: z.array(
    z.object({
      id: uuidSchema,
      event_id: z.string(),
      event_type: z.string(),
      subscription_id: uuidSchema,
      endpoint: z.string(),
      status: z.enum(['pending', 'delivered', 'failed']),
      subscription_enabled: z.boolean(),
    }),
  ),
  exchange: z.object({
    path: z.string(),
    /** The body of the merchant's request; values that may be personal data are masked, and of members that no schema
     * knows all. */
    asked: z.unknown(),
    /** False for a payment from before unknown members and wallets were taken down. */
    is_whole: z.boolean(),
    status: z.int(),
    /** What it was answered; what opens the checkout is masked. */
    answered: z.unknown(),
  }),
})
export type PaymentDetail = z.infer<typeof paymentDetailSchema>
