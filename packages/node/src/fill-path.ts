import { type OperationId, operations } from '@coinslot/contract'
import { invalidArgument } from './invalid-argument.ts'

/** What would name another resource, once a URL is made of it, or cannot be written into one. */
const NO_SEGMENT = /^\.{0,2}$|\p{Cs}/u

/** An operation's path with its parameters. @throws InvalidRequestError for a parameter that can be no part of a path. @internal */
export const fillPath = (operation: OperationId, params: Readonly<Record<string, string>> = {}): string =>
  operations[operation].path.replace(/\{(\w+)\}/g, (_, path: string) => {
    const value: unknown = params[path]
    if (typeof value === 'string' && !NO_SEGMENT.test(value)) return encodeURIComponent(value)
    throw invalidArgument(operation, path, 'must be an id')
  })
