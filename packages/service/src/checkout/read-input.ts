import type { CheckoutProblem } from '@coinslot/contract'
import type { z } from 'zod'
import { parsePart } from '../http/validation.ts'

/**
 * Parses what a buyer typed. A field of the right type that breaks a rule is the buyer's to mend: its problem is the
 * answer. Anything else is the page's fault.
 * @param problems by the field's path, such as `card.number`.
 * @throws {ApiError} 400 for a body that no page of ours sends.
 */
export const readInput = <T extends z.ZodType>(
  schema: T,
  body: unknown,
  problems: Readonly<Record<string, CheckoutProblem>>,
): { data: z.output<T> } | { problem: CheckoutProblem } => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { data: parsed.data }
  for (const { code, path } of parsed.error.issues) {
    const problem = problems[path.join('.')]
    if (problem && code !== 'invalid_type') return { problem }
  }
  return { data: parsePart(schema, body, 'body') }
}
