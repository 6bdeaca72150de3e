import { type OperationId, operations } from '@coinslot/contract'
import { invalidArgument } from './invalid-argument.ts'

/** An empty text and dots, which would lead to another path, and half of a surrogate pair, which no URL can hold. */
const NO_SEGMENT = /^\.{0,2}$|\p{Cs}/u

/** An operation's path with its parameters. @throws InvalidRequestError for a parameter that cannot be part of a path. @internal */
export const fillPath = (operation: OperationId, params: Readonly<Record<string, string>> = {}): string =>
  operations[operation].path.replace(/\{(\w+)\}/g, (_, path: string) => {
    const value: unknown = params[path]
    if (typeof value === 'string' && !NO_SEGMENT.test(value)) return encodeURIComponent(value)
    throw invalidArgument(operation, path, 'must be an id')
  })
