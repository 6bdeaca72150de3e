import type { z } from 'zod'
import { ApiError } from './api-error.ts'

type Part = 'body' | 'params' | 'query'

const LABELS: Record<Part, string> = { body: 'the body', params: 'the path', query: 'the query' }

const sentence = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1)

/** `items.0.amount: must be …`; a wrong part as a whole is named itself. */
const describeIssue = (issue: z.core.$ZodIssue, part: Part): string => {
  const path = issue.path.map(String).join('.')
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  const required = part === 'query' ? 'is required in the query' : 'is required'
  return `${path === '' ? LABELS[part] : path}: ${isMissing ? required : sentence(issue.message)}`
}

/**
 * Parses one part of a request.
 * @throws {ApiError} 400 `ERR02`, naming the first field that breaks a rule, by its path. @see decisions.md §1
 */
export const parsePart = <T extends z.ZodType>(schema: T, value: unknown, part: Part): z.output<T> => {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ApiError(400, issue === undefined ? 'The request is invalid' : describeIssue(issue, part), {
    code: 'ERR02',
  })
}
