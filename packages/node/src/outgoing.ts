import type { OperationId } from '@coinslot/contract'
import { invalidArgument } from './invalid-argument.ts'

/** RFC 9110 §5.1 and §5.5; what is past ASCII goes out as a byte. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HEADER_VALUE = /^[\t -~\u0080-\u00ff]*$/

/** A header's value. @throws InvalidRequestError, with the argument's name, for what HTTP does not take. @internal */
export const headerValue = (operation: OperationId, argument: string, value: unknown): string => {
  if (typeof value === 'string' && HEADER_VALUE.test(value)) return value
  throw invalidArgument(operation, argument, 'must be a text that a header can hold')
}

/** A caller's headers, their names in lower case. @throws InvalidRequestError for one that HTTP does not take. @internal */
export const callersHeaders = (
  operation: OperationId,
  headers: Readonly<Record<string, unknown>> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!HEADER_NAME.test(name)) throw invalidArgument(operation, 'headers', 'must have names that HTTP takes')
      return [name.toLowerCase(), headerValue(operation, `headers.${name}`, value)]
    }),
  )

/** A body as JSON; none where there is nothing to send. @throws InvalidRequestError for a cycle or a BigInt. @internal */
export const writeBody = (operation: OperationId, body: unknown): string | undefined => {
  try {
    return JSON.stringify(body)
  } catch {
    throw invalidArgument(operation, 'body', 'must be what JSON can say, without a cycle or a BigInt')
  }
}
