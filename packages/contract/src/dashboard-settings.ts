import { z } from 'zod'
import { pageEnd, pageQuery } from './dashboard-payments.ts'
import { linkSchema } from './link.ts'
import { originSchema } from './origin.ts'
import { moneySchema, textSchema, timestampSchema, uuidSchema } from './primitives.ts'
import { permissionSchema } from './token.ts'

export const dashboardSessionSchema = z.object({
  role: z.enum(['merchant', 'operator']),
  /** Whose session it is; null for an operator's. */
  merchant: z.object({ id: uuidSchema, name: z.string() }).nullable(),
  mode: z.enum(['sandbox', 'production']),
  /** Goes with every action, in DASHBOARD_TOKEN_HEADER. */
  token: z.string(),
  base_url: z.string(),
  expires_at: timestampSchema,
})
export type DashboardSession = z.infer<typeof dashboardSessionSchema>

export const merchantRowSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  payments_enabled: z.boolean(),
  compliance_enabled: z.boolean(),
  amount_min: z.string(),
  amount_max: z.string(),
  kyc_threshold: z.string(),
})
export type MerchantRow = z.infer<typeof merchantRowSchema>
/** `text` is part of a merchant's name or id. */
export const merchantsQuerySchema = z.object({ ...pageQuery, text: textSchema(100).optional() })
export const merchantsSchema = z.object({ merchants: z.array(merchantRowSchema), ...pageEnd })
const merchantNameSchema = merchantRowSchema.pick({ id: true, name: true })
export type MerchantName = z.infer<typeof merchantNameSchema>
export const merchantNamesSchema = z.object({ merchants: z.array(merchantNameSchema) })
export const merchantChangesSchema = z.object({
  payments_enabled: z.boolean().optional(),
  compliance_enabled: z.boolean().optional(),
  amount_min: moneySchema.optional(),
  amount_max: moneySchema.optional(),
  kyc_threshold: moneySchema.optional(),
})

export const clientRowSchema = z.object({
  id: z.string(),
  merchant_id: uuidSchema,
  permissions: z.array(z.string()),
  origins: z.array(z.string()),
  return_url: z.string().nullable(),
  status: z.enum(['enabled', 'disabled']),
  /** When a secret that was kept beside the new one stops; null where none was. */
  old_secret_until: timestampSchema.nullable(),
  created_at: timestampSchema,
})
export type ClientRow = z.infer<typeof clientRowSchema>
/** `text` is part of a client's id, or of its merchant's name or id. */
export const clientsQuerySchema = z.object({ ...pageQuery, text: textSchema(100).optional() })
export const clientsSchema = z.object({ clients: z.array(clientRowSchema), ...pageEnd })

const origins = z.array(originSchema).max(50)
export const clientCreateSchema = z.object({
  merchant: uuidSchema.optional(),
  permissions: z.array(permissionSchema).default(['payments', 'compliance', 'notifications']),
  origins: origins.default([]),
  return_url: linkSchema.nullable().default(null),
})
export const clientUpdateSchema = z.object({
  origins: origins.optional(),
  return_url: linkSchema.nullable().optional(),
})
/** Whether the old secret signs in for 24 hours more; else it stops within 5 seconds. */
export const clientRotationSchema = z.object({ keep_old: z.boolean().optional() })
export const clientSecretSchema = z.object({ id: z.string(), client_secret: z.string() })

/** Controls, ends of lines among them, and marks that turn round what stands behind them. */
const UNFIT_FOR_NAME = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const SEEN = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u
/** A merchant's name, as buyers read it on every screen and operators in their lists: one line, in which something is seen. */
export const shownNameSchema = textSchema(100)
  .transform((text) => text.trim())
  .pipe(textSchema(100))
  .refine((text) => SEEN.test(text) && !UNFIT_FOR_NAME.test(text), {
    error: 'must be one line that can be seen, without control characters and marks of direction',
  })

export const merchantCreateSchema = clientCreateSchema.omit({ merchant: true }).extend({
  name: shownNameSchema.refine((text) => !uuidSchema.safeParse(text).success, { error: 'must be a name, not an id' }),
})
/** A new merchant and its first client, whose secret is shown this once. */
export const merchantCredentialsSchema = z.object({ merchant: merchantRowSchema, client: clientSecretSchema })

/** Who did what, and when. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: timestampSchema,
  /** Null where it is about no one merchant. */
  merchant_id: uuidSchema.nullable(),
  actor: z.enum(['merchant', 'operator']),
  /** Names one of the actor's sessions, so that two people can be told apart; `command` for what the command line did. */
  session: z.string(),
  action: z.string(),
  /** What it was done to, where that has a name. */
  subject: z.string().nullable(),
  /** The status that it was answered with; 202 until then, and for good where its process ended before it. */
  status: z.int(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditQuerySchema = z.object(pageQuery)
export const auditSchema = z.object({ entries: z.array(auditEntrySchema), ...pageEnd })

/** A ban or a flagged wallet. */
export const listedRowSchema = z.object({
  /** Names this entry; one that is taken off and put on again is another. */
  id: z.string(),
  /** Empty where the service cannot read it. */
  value: z.string(),
  added_at: timestampSchema,
})
export type ListedRow = z.infer<typeof listedRowSchema>
export const listedQuerySchema = z.object({ cursor: pageQuery.cursor, limit: pageQuery.limit })
export const listedValuesSchema = z.object({ values: z.array(listedRowSchema), ...pageEnd })
export const listedValueSchema = z.object({
  value: textSchema(255)
    .transform((text) => text.trim())
    .pipe(textSchema(255)),
})

export const signingKeysSchema = z.object({
  /** Those whose tokens may be alive; the first one signs. */
  keys: z.array(z.object({ kid: z.string(), signs: z.boolean() })),
})

export const consoleCallSchema = z.object({
  operation: z.string().max(64),
  client_id: textSchema(255),
  params: z.record(z.string(), z.string().max(255)).default({}),
  query: z.record(z.string(), z.string().max(255)).default({}),
  /** JSON as it was typed; empty for none. */
  body: z.string().max(65_536).default(''),
})
export const consoleAnswerSchema = z.object({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  duration_ms: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type ConsoleAnswer = z.infer<typeof consoleAnswerSchema>
