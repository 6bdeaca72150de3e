import { ApiError } from '../http/api-error.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import type { CodeMetrics } from './metrics.ts'
import type { KycServices } from './provider.ts'

export interface KycDeps extends PaymentDeps {
  /** Who verifies identities; null where nobody is configured, as only production mode allows. */
  readonly kyc: KycServices | null
  readonly codeMetrics: CodeMetrics
}

/** @throws {ApiError} 503 where nobody verifies identities: in production mode a provider must be configured. */
export const kycServicesOf = ({ kyc }: KycDeps): KycServices => {
  if (kyc) return kyc
  throw new ApiError(503, 'Identity checks are not configured on this service')
}
