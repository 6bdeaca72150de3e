import { z } from 'zod'
import { pageEnd, pageQuery } from './dashboard-payments.ts'
import { kycLevelSchema } from './kyc.ts'
import { fromDigits, textSchema, timestampSchema, uuidSchema } from './primitives.ts'

/** One API request of a merchant, without any body. */
export const requestRowSchema = z.object({
  id: z.string(),
  at: timestampSchema,
  /** Null where nobody was recognised. */
  merchant_id: uuidSchema.nullable(),
  client_id: z.string().nullable(),
  method: z.string(),
  route: z.string(),
  operation: z.string(),
  status: z.int(),
  duration_ms: z.number(),
  request_id: z.string(),
  /** Of a refusal: the message that it was answered with. */
  error_message: z.string().nullable(),
})
export type RequestRow = z.infer<typeof requestRowSchema>

export const requestsQuerySchema = z.object({
  ...pageQuery,
  outcome: z.enum(['answered', 'refused']).optional(),
  request_id: textSchema(128).optional(),
  operation: textSchema(64).optional(),
})
export const requestsSchema = z.object({ requests: z.array(requestRowSchema), ...pageEnd })
export type Requests = z.infer<typeof requestsSchema>

/** `open` has not been submitted; `lapsed` was not, and its time is up. */
export const checkStateSchema = z.enum(['open', 'submitted', 'pending', 'approved', 'rejected', 'lapsed'])
export type CheckState = z.infer<typeof checkStateSchema>

export const identityCheckSchema = z.object({
  id: uuidSchema,
  merchant_id: uuidSchema,
  created_at: timestampSchema,
  submitted_at: timestampSchema.nullable(),
  level: kycLevelSchema,
  state: checkStateSchema,
  external_id: z.string().nullable(),
  payment_intent_id: uuidSchema.nullable(),
  /** `a•••@example.com`; null until it is confirmed, and where the service cannot read it. */
  email: z.string().nullable(),
  /** `0x12…cdef` */
  wallet: z.string().nullable(),
})
export type IdentityCheck = z.infer<typeof identityCheckSchema>

export const identityQuerySchema = z.object({
  ...pageQuery,
  level: z.preprocess(fromDigits, kycLevelSchema).optional(),
  state: checkStateSchema.optional(),
})
export const identityChecksSchema = z.object({ checks: z.array(identityCheckSchema), ...pageEnd })
export type IdentityChecks = z.infer<typeof identityChecksSchema>

export const OVERVIEW_RANGES = ['24h', '7d'] as const
export const overviewQuerySchema = z.object({
  merchant: uuidSchema.optional(),
  range: z.enum(OVERVIEW_RANGES).default('24h'),
})

const counts = {
  created: z.int(),
  approved: z.int(),
  declined: z.int(),
  expired: z.int(),
  /** Turned away before an intent was created. */
  refused: z.int(),
}

export const overviewSchema = z.object({
  from: timestampSchema,
  to: timestampSchema,
  /** One for each hour of the range, the oldest first. */
  hours: z.array(z.object({ at: timestampSchema, ...counts })),
  totals: z.object(counts),
  /** Approved amounts, one for each currency. */
  volume: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Approved among those that were decided, from 0 to 1; null where none was. */
  approval_rate: z.number().nullable(),
  /** How far buyers came, of the intents created in the range, at most the latest 10,000 of them. */
  funnel: z.object({ created: z.int(), opened: z.int(), attempted: z.int(), approved: z.int() }),
  /** Buyers who were turned away, by ERR code; cards refused for the same intents, by the acquirer's word for why. */
  refusals: z.array(z.object({ reason: z.string(), count: z.int() })),
  delivery: z.object({
    attempts: z.int(),
    success_rate: z.number().nullable(),
    p50_ms: z.int().nullable(),
    p95_ms: z.int().nullable(),
    waiting: z.int(),
    /** Since when the oldest delivery that is due has been due; null where none is. */
    oldest_due_at: timestampSchema.nullable(),
  }),
})
export type Overview = z.infer<typeof overviewSchema>
