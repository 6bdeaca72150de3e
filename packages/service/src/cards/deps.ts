import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { CardProcessor } from './processor.ts'

/** @throws {ApiError} 503 where the service has no acquirer: in production mode one must be configured. */
export const processorOf = ({ processor }: Deps): CardProcessor => {
  if (processor) return processor
  throw new ApiError(503, 'Card payments are not configured on this service')
}
