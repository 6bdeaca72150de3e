import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { textSchema, walletSchema } from './primitives.ts'

export const kycLevelSchema = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'must be 1, 2 or 3' })
export type KycLevel = z.infer<typeof kycLevelSchema>

/** @see service.md, "KYC request"; decisions.md §5 */
export const kycRequestSchema = z
  .object({
    action: z.object({
      level: kycLevelSchema,
      type: z.literal('OCC_RULES_ENGINE', { error: 'must be OCC_RULES_ENGINE' }),
    }),
    customer: z.object({
      external_id: textSchema(LIMITS.buyerIdLength).optional().meta({ description: "Merchant's customer identifier" }),
      wallet: walletSchema,
    }),
  })
  .meta({ id: 'KycRequest' })
export type KycRequest = z.infer<typeof kycRequestSchema>

export const kycReadySchema = z.object({
  flow: z.literal('KYC_OCC'),
  error_code: z.null(),
  widget_data: z.string().meta({ description: 'Opaque; passed unchanged to the widget initialization' }),
})
export const kycRefusedSchema = z.object({
  flow: z.literal('KYC_OCC'),
  error_code: z.enum(['ERR01', 'ERR03', 'ERR15']),
  widget_data: z.null(),
})
/** Told apart by `error_code`; both variants go to the widget whole. @see service.md, "KYC response" */
export const kycSchema = z.union([kycReadySchema, kycRefusedSchema]).meta({ id: 'Kyc' })
export type Kyc = z.infer<typeof kycSchema>

/** How a verification ends. @see decisions.md §5 */
export const kycOutcomeSchema = z.enum(['approved', 'pending', 'rejected'])
export type KycOutcome = z.infer<typeof kycOutcomeSchema>
