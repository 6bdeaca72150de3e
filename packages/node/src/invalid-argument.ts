import type { OperationId } from '@coinslot/contract'
import { InvalidRequestError } from './errors.ts'

/** What is told of an argument that no request can be made of. @param path the argument's name @internal */
export const invalidArgument = (operation: OperationId, path: string, rule: string): InvalidRequestError =>
  new InvalidRequestError(`${path}: ${rule}`, { operation, fields: [{ path, rule }] })
