import type { Kyc, KycRequest } from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import type { Answer } from './answer.ts'
import type { Transport } from './transport.ts'

export interface KycSessions {
  /**
   * Starts or resumes a verification; `data` goes to the widget whole, whichever of its variants it is.
   * @throws PermissionError, NotFoundError, InvalidRequestError. @see service.md, "POST /compliance/v2/kyc"
   */
  start(request: KycRequest, options?: CallOptions): Promise<Answer<Kyc>>
}

/** @internal */
export const createKycSessions = (transport: Transport): KycSessions => ({
  start: (request, options) => transport.send('startKyc', { body: request }, options),
})
