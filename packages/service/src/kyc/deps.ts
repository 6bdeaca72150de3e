import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { KycServices } from './provider.ts'

/** @throws {ApiError} 503 where nobody verifies identities: in production mode a provider must be configured. */
export const kycServicesOf = ({ kyc }: Deps): KycServices => {
  if (kyc) return kyc
  throw new ApiError(503, 'Identity checks are not configured on this service')
}
