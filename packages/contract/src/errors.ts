import { z } from 'zod'

/** HTTP statuses the service answers with, and their reason phrases (RFC 9110). */
export const REASONS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const
export type ErrorStatus = keyof typeof REASONS

/** Codes a widget shows itself when they stand in `error_code`. @see service.md, "Business error codes" */
export const OUTCOME_ERRORS = {
  ERR01: 'Customer is banned',
  ERR03: 'Request originates from a sanctioned country',
  ERR06: 'Customer must complete KYC; the widget shows the KYC gate',
  ERR15: "Customer's wallet address is flagged (wallet check failed)",
} as const
export type OutcomeErrorCode = keyof typeof OUTCOME_ERRORS
export const outcomeErrorCodeSchema = z.enum(['ERR01', 'ERR03', 'ERR06', 'ERR15'])

/** Codes that stand as integers in the error envelope's `code`. @see decisions.md §3 */
export const REQUEST_ERRORS = {
  ERR02: 'Request invalid',
  ERR04: 'Idempotency conflict',
  ERR09: "Amount outside the merchant's limits",
} as const
export type RequestErrorCode = keyof typeof REQUEST_ERRORS

/** `ERR04` → `4`. @see decisions.md §1 */
export const errorNumber = (code: OutcomeErrorCode | RequestErrorCode): number => Number(code.slice(3))

/** The body of every failure. @see service.md, "Error envelope" */
export const errorEnvelopeSchema = z
  .object({
    error: z.object({
      reason: z.string().meta({ description: 'The HTTP reason phrase' }),
      status: z.int(),
      message: z.string().meta({ description: 'What happened and what to do' }),
      code: z.int().optional().meta({ description: 'The number of the business code, where one applies' }),
    }),
  })
  .meta({ id: 'Error' })
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>
