import type { Kyc, KycRequest } from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import type { Answer } from './answer.ts'
import type { Transport } from './transport.ts'

/** Identity checks of their own, apart from a payment. */
export interface KycSessions {
  /**
   * Starts or resumes a verification; `data` goes to the widget whole, whichever of its variants it is. What a customer
   * gave once is not asked again.
   * @param request `action.level` is 1 (e-mail, wallet), 2 (name and phone as well) or 3 (address, document and selfie as well).
   * @throws {PermissionError} `permission_denied` where the client lacks the permission for compliance.
   * @throws {NotFoundError} `not_found` where the merchant has no compliance product.
   * @throws {InvalidRequestError} `invalid_request`, with the `fields` that break a rule.
   */
  start(request: KycRequest, options?: CallOptions): Promise<Answer<Kyc>>
}

/** @internal */
export const createKycSessions = (transport: Transport): KycSessions => ({
  start: (request, options) => transport.send('startKyc', { body: request }, options),
})
