import { z } from 'zod'
import { LIMITS } from './limits.ts'
import {
  anyTextSchema,
  currencySchema,
  emailSchema,
  filledListSchema,
  httpUrlSchema,
  moneySchema,
  textSchema,
  uuidSchema,
  walletSchema,
} from './primitives.ts'

/** Who buys. At least one of `email` and `wallet`. @see service.md, "Payment intent request" */
export const buyerSchema = z
  .object({
    email: emailSchema.optional(),
    wallet: walletSchema.optional(),
    id: textSchema(LIMITS.buyerIdLength).optional().meta({ description: "The merchant's own identifier of the user" }),
  })
  .refine((buyer) => buyer.email !== undefined || buyer.wallet !== undefined, {
    error: 'must have an email or a wallet, or both',
  })
  .meta({ description: 'With an email or a wallet, or both' })
export type Buyer = z.infer<typeof buyerSchema>

export const itemSchema = z.object({
  id: textSchema(LIMITS.itemIdLength).meta({ description: "Identifier of the item in the merchant's system" }),
  title: textSchema(LIMITS.titleLength),
  description: anyTextSchema(LIMITS.descriptionLength).optional(),
  amount: moneySchema,
  image_url: httpUrlSchema.optional(),
})
export type Item = z.infer<typeof itemSchema>

/** The body of both intent operations. @see service.md, "Payment intent request"; decisions.md §3 */
export const paymentIntentRequestSchema = z
  .object({
    transaction_type: z.literal('BUY_VDA', { error: 'must be BUY_VDA' }),
    buyer: buyerSchema,
    currency: currencySchema,
    idempotency_key: textSchema(LIMITS.idempotencyKeyLength).meta({
      description: 'Unique per payment attempt; never expires',
    }),
    items: z.array(itemSchema).length(LIMITS.items, { error: 'must have exactly 1 element' }),
    reference: textSchema(LIMITS.referenceLength).optional(),
  })
  .meta({ id: 'PaymentIntentRequest' })
export type PaymentIntentRequest = z.infer<typeof paymentIntentRequestSchema>

const widgetData = z.string().meta({ description: 'Opaque; passed unchanged to the widget initialization' })
const notes = z.array(z.string())

/** An intent the buyer can pay now. */
export const payableIntentSchema = z.object({
  flow: z.literal('PAYMENT'),
  error_code: z.null(),
  payment_intent_id: uuidSchema,
  widget_data: widgetData,
  notes,
})
/** An intent that the buyer can pay after passing the KYC gate. */
export const kycRequiredIntentSchema = payableIntentSchema.extend({ error_code: z.literal('ERR06') })
/** No intent: the customer is banned, or asks from a sanctioned country. */
export const bannedCustomerSchema = z.object({
  flow: z.literal('PAYMENT'),
  error_code: z.enum(['ERR01', 'ERR03']),
  widget_data: widgetData,
  notes,
})
/** No intent: the wallet is flagged. */
export const walletCheckFailedSchema = bannedCustomerSchema.extend({ error_code: z.literal('ERR15') })

/** Told apart by `error_code`; every variant goes to the widget whole. @see service.md, "Payment intent response" */
export const paymentIntentSchema = z
  .union([payableIntentSchema, kycRequiredIntentSchema, bannedCustomerSchema, walletCheckFailedSchema])
  .meta({ id: 'PaymentIntent' })
export type PaymentIntent = z.infer<typeof paymentIntentSchema>

export const redirectSchema = z
  .object({
    redirect_url: z.url().meta({ description: `Single use, valid for ${LIMITS.redirectTokenSeconds} seconds` }),
  })
  .meta({ id: 'Redirect' })
export type Redirect = z.infer<typeof redirectSchema>

/** `Created` → `Approved` | `Declined` | `Expired`; the last three are final. @see decisions.md §3 */
export const paymentStatusSchema = z.enum(['Created', 'Approved', 'Declined', 'Expired'])
export type PaymentStatus = z.infer<typeof paymentStatusSchema>

export const statusesRequestSchema = z
  .object({
    payment_intent_ids: filledListSchema(uuidSchema, LIMITS.paymentIntentIds),
  })
  .meta({ id: 'StatusesRequest' })
export type StatusesRequest = z.infer<typeof statusesRequestSchema>

export const statusEntrySchema = z
  .object({ payment_intent_id: uuidSchema, status: paymentStatusSchema })
  .meta({ id: 'PaymentStatusEntry' })
export type StatusEntry = z.infer<typeof statusEntrySchema>
export const statusesSchema = z.array(statusEntrySchema).max(LIMITS.statuses)
