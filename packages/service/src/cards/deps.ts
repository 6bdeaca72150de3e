import { ApiError } from '../http/api-error.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import type { CardProcessor } from './processor.ts'

export interface CardDeps extends PaymentDeps {
  /** Who charges cards; null where nobody is configured, as only production mode allows. */
  readonly processor: CardProcessor | null
}

/** @throws {ApiError} 503 where the service has no acquirer: in production mode one must be configured. */
export const processorOf = ({ processor }: CardDeps): CardProcessor => {
  if (processor) return processor
  throw new ApiError(503, 'Card payments are not configured on this service')
}
