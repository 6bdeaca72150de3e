import { z } from 'zod'
import { outcomeErrorCodeSchema } from './errors.ts'
import { LIMITS } from './limits.ts'
import {
  anyTextSchema,
  currencySchema,
  emailSchema,
  moneySchema,
  textSchema,
  timestampSchema,
  uuidSchema,
} from './primitives.ts'

// The private API between the checkout page and the service. Every action answers with the session's view,
// so that the page only ever draws what the server says. Not part of the merchant's contract; may change with the widget.

/** Why the last input was not taken, or did not lead further; the page has a sentence for each in every language. */
export const checkoutProblemSchema = z.enum([
  'card_number',
  'card_expiry',
  'card_security_code',
  'card_name',
  'challenge_failed',
  'code_wrong',
  'code_expired',
  'code_exhausted',
  'code_limit',
  'code_later',
  'code_not_sent',
  'email',
  'full_name',
  'phone',
  'phone_country',
  'address',
  'country',
  'file_type',
  'file_size',
  'file_missing',
  'file_limit',
])
export type CheckoutProblem = z.infer<typeof checkoutProblemSchema>

/** Why a bank refused a card, as far as it says so, by what helps the buyer next. */
export const refusalReasonSchema = z.enum([
  'insufficient_funds',
  'limit_exceeded',
  'wrong_security_code',
  'card_expired',
  'try_another_card',
  'call_bank',
  /** The bank's question was answered wrongly. */
  'challenge_failed',
])
export type RefusalReason = z.infer<typeof refusalReasonSchema>

/** Of the card that was refused last; absent where nobody said why. */
const refusal = { refusal_reason: refusalReasonSchema.optional() }

const common = {
  flow: z.enum(['PAYMENT', 'KYC_OCC']),
  payment_intent_id: uuidSchema.nullable(),
  /** The service's clock, so that a countdown does not trust the buyer's. */
  now: timestampSchema,
  /** Null where the session has ended, or never began. */
  expires_at: timestampSchema.nullable(),
  /** Where the hosted page leads back to; null in the widget and where the client has none. */
  return_url: z.url().nullable(),
  item: z
    .object({
      title: z.string(),
      description: z.string().nullable(),
      amount: moneySchema,
      currency: currencySchema,
      /** Where the service has the item's picture, if any; it may still turn out that there is none (204). */
      picture: z.string().nullable(),
    })
    .nullable(),
  problem: checkoutProblemSchema.nullable(),
}
/** What the buyer keeps of a payment; item and merchant are told beside it. */
const receiptSchema = z.object({
  /** As card-validator names it: `visa`, `mastercard`, …; `card` where the range is unknown. */
  brand: z.string(),
  last_four: z.string(),
  /** The merchant's own, where it gave one; else the id of the payment. */
  reference: z.string(),
  paid_at: timestampSchema,
})

const step = <S extends string, Shape extends z.ZodRawShape>(name: S, shape: Shape) =>
  z.object({ ...common, step: z.literal(name), ...shape })

/** What a verification asks for in all, in this order, and which of it now (counted from 1). */
const progress = {
  progress: z
    .object({ asks: z.array(z.enum(['email', 'identity', 'address', 'documents'])).min(1), step: z.int().min(1) })
    .optional(),
}

/** What has become of the link to the buyer's phone; absent on the phone itself. */
const phoneSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('waiting'), url: z.string() }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('expired') }),
])

/** Where a code went that waits for its answer. */
const pendingCode = {
  /** Null where the last one is not known to have been handed over. */
  sent_to: z.string().nullable(),
  /** Which of the codes for there was handed over last (counted from 1); absent where none was. */
  last_code: z.int().min(1).optional(),
}

/** Where the buyer is. @see decisions.md §3, §5, §10 */
export const sessionViewSchema = z.discriminatedUnion('step', [
  /** The card form; `refused` when the last card was declined and another may be tried. */
  step('pay', { attempts_left: z.int().min(1).max(LIMITS.cardAttempts), refused: z.boolean(), ...refusal }),
  /** An authorisation is under way (this tab's or another's): ask again. */
  step('processing', {}),
  /** The bank's document: post `creq` to `url` in a nested frame. */
  step('challenge', { challenge: z.object({ id: uuidSchema, url: z.string(), creq: z.string() }) }),
  step('kyc_email', progress),
  step('kyc_email_code', { ...pendingCode, ...progress }),
  step('kyc_identity', progress),
  step('kyc_phone_code', { ...pendingCode, ...progress }),
  step('kyc_address', progress),
  step('kyc_documents', {
    government_id: z.boolean(),
    /** Of a card; a passport has none, and so nothing waits for it. */
    government_id_back: z.boolean().optional(),
    selfie: z.boolean(),
    phone: phoneSchema.optional(),
    ...progress,
  }),
  step('approved', { receipt: receiptSchema.nullable() }),
  step('declined', refusal),
  step('expired', {}),
  /** Of the phone alone: it has given what it was asked for, and the buyer goes on where they began. */
  step('phone_done', {}),
  step('kyc_approved', {}),
  step('kyc_pending', {}),
  step('kyc_rejected', {}),
  /** The buyer may go no further: ERR01, ERR03 or ERR15. */
  step('message', { error_code: outcomeErrorCodeSchema }),
])
export type SessionView = z.infer<typeof sessionViewSchema>

/** `attempt_key` is made once per press of Pay: a repeated request with it never authorises again. */
export const payRequestSchema = z.object({
  attempt_key: uuidSchema,
  card: z.object({
    number: z.string().max(32),
    expiry_month: z.int().min(1).max(12),
    expiry_year: z.int().min(2000).max(2099),
    security_code: z.string().max(4),
    name: z.string().max(100),
  }),
})
export type PayRequest = z.infer<typeof payRequestSchema>

export const challengeRequestSchema = z.object({ challenge_id: uuidSchema })
export const kycEmailRequestSchema = z.object({ email: emailSchema })
export const kycCodeRequestSchema = z.object({ code: z.string().max(16) })
export const kycIdentityRequestSchema = z.object({ full_name: textSchema(100), phone: textSchema(32) })
export const kycAddressRequestSchema = z.object({
  street: textSchema(200),
  city: textSchema(100),
  /** Empty where the country has none. */
  postal_code: anyTextSchema(20),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters (ISO 3166-1)' }),
})
export const phoneOpenRequestSchema = z.object({ token: z.string().max(200) })
export const uploadParamsSchema = z.object({ kind: z.enum(['government_id', 'government_id_back', 'selfie']) })
export type UploadKind = z.infer<typeof uploadParamsSchema>['kind']

/** What `widget_data` holds, as base64url of JSON. Opaque to merchants. @see decisions.md §3 */
export const widgetDataSchema = z.object({
  base_url: z.url(),
  client_id: z.string(),
  /** Absent where nothing was created: there is only a message to show. */
  access_token: z.string().optional(),
})
export type WidgetData = z.infer<typeof widgetDataSchema>
