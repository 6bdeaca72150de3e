import { z } from 'zod'
import { LIMITS } from './limits.ts'

const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'

/** Repetitions written out, which V8 runs several times as fast: one request may hold a hundred ids. */
const writtenOut = (pattern: string): RegExp =>
  new RegExp(
    pattern.replaceAll(/(\[[^\]]+\])\{(\d+)\}/g, (_match, part: string, count: string) => part.repeat(Number(count))),
  )

/** A UUID as 36 characters, upper or lower case. @see service.md, "POST /payments/v1/payments/statuses" */
export const uuidSchema = z
  .string()
  .regex(writtenOut(UUID_PATTERN), { error: 'must be a UUID of 36 characters (8-4-4-4-12 hexadecimal digits)' })
  .meta({ format: 'uuid', pattern: UUID_PATTERN })

/** A decimal amount with exactly two decimals, `0.01` to `999999.99`, never a float. @see decisions.md §1 */
export const moneySchema = z
  .string()
  .regex(/^(?!0\.00$)(?:0|[1-9][0-9]{0,5})\.[0-9]{2}$/, {
    error: `must be a decimal string with exactly two decimals, from ${LIMITS.amountMin} to ${LIMITS.amountMax}`,
  })
  .meta({
    description: `Decimal text with exactly two decimals, from ${LIMITS.amountMin} to ${LIMITS.amountMax}`,
    examples: ['9.99'],
  })
export type Money = z.infer<typeof moneySchema>

/** The currencies a merchant can charge in. @see service.md, "Payment intent request" */
export const currencySchema = z.enum(['USD', 'EUR'])
export type Currency = z.infer<typeof currencySchema>

const lengthRule = (maxLength: number) => ({ error: `must have at most ${maxLength} characters` })

/** An e-mail address of at most 254 characters (RFC 5321 §4.5.3.1.3). */
export const emailSchema = z
  .email({ error: 'must be an e-mail address' })
  .max(LIMITS.emailLength, lengthRule(LIMITS.emailLength))

/** No NUL, which no Postgres text can hold. */
export const NO_NUL = /^[^\0]*$/
const NUL_RULE = { error: 'must not contain the NUL character' }

/** An absolute http or https URL of at most 2,048 characters; without NUL, which a URL may hold and Postgres may not. */
export const httpUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
  .max(LIMITS.urlLength, lengthRule(LIMITS.urlLength))
  .regex(NO_NUL, NUL_RULE)
  .meta({ format: 'uri', description: 'Absolute http or https URL' })

const TIMESTAMP_RULE = { error: 'must be an RFC 3339 timestamp in UTC' }
/** With nanoseconds. */
const LONGEST_TIMESTAMP = '2026-01-02T03:04:05.123456789Z'.length

/**
 * An RFC 3339 timestamp in UTC, of the year 1 or later and with nine digits of a second at most: databases know no year 0,
 * and read no longer text. @see decisions.md §1
 */
export const timestampSchema = z.iso
  .datetime(TIMESTAMP_RULE)
  .max(LONGEST_TIMESTAMP, TIMESTAMP_RULE)
  .refine((text) => !text.startsWith('0000'), TIMESTAMP_RULE)

/** A list that is not empty. */
export const filledListSchema = <Element extends z.ZodType>(element: Element, most: number): z.ZodArray<Element> =>
  z
    .array(element)
    .min(1, { error: 'must have at least 1 element' })
    .max(most, { error: `must have at most ${most} elements` })

/** A number as a query says it: in digits alone, neither `1e2` nor `0x10`, which JavaScript reads as well. */
export const fromDigits = (value: unknown): number => (/^\d+$/.test(String(value)) ? Number(value) : Number.NaN)

/** How many entries a page is to have, from a query's text. */
export const pageLimitSchema = (most: number): z.ZodPreprocess<z.ZodInt> => {
  const rule = { error: `must be a whole number from 1 to ${most}` }
  return z.preprocess(fromDigits, z.int(rule).min(1, rule).max(most, rule))
}

/** A text, perhaps an empty one, without NUL, which no Postgres text can hold. */
export const anyTextSchema = (maxLength: number): z.ZodString =>
  z.string().max(maxLength, lengthRule(maxLength)).regex(NO_NUL, NUL_RULE)

/** A text that says something: as above, but not empty. */
export const textSchema = (maxLength: number): z.ZodString =>
  anyTextSchema(maxLength).min(1, { error: 'must not be empty' })

/** A wallet: its address, and the name of its blockchain. @see service.md, "KYC request"; decisions.md §3 */
export const walletSchema = z.object({
  address: textSchema(LIMITS.walletAddressLength),
  blockchain: textSchema(LIMITS.blockchainLength),
})
export type Wallet = z.infer<typeof walletSchema>
