import type { FastifyRequest } from 'fastify'
import { readSessionToken } from '../auth/session-token.ts'
import { onStrangersBehalf } from '../db/behalf.ts'
import { ApiError } from '../http/api-error.ts'
import { readCookie } from '../http/cookies.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { findHandover } from '../kyc/handover-store.ts'
import { findKycSession, type KycSession } from '../kyc/session-store.ts'
import type { CheckoutDeps } from './deps.ts'
import { PHONE_COOKIE } from './phone-cookie.ts'
import { type Authenticate, clientOf, unauthorized } from './session.ts'

/** The session that a phone was handed over, by its cookie; null where it has none, or a newer link has been made. */
export const sessionOfPhone = async (
  { db, secrets }: CheckoutDeps,
  { headers }: FastifyRequest,
): Promise<KycSession | null> => {
  const token = readSessionToken(secrets, readCookie(headers.cookie, PHONE_COOKIE) ?? '')
  const handover = token?.kind === 'phone' ? await onStrangersBehalf(() => findHandover(db, { id: token.id })) : null
  return handover === null || handover.openedAt === null ? null : findKycSession(db, handover.sessionId)
}

/**
 * A session on the phone that it was handed over to.
 * @throws {ApiError} 401 without the cookie of the last link; 403 from another origin.
 */
export const phoneSession =
  (deps: CheckoutDeps): Authenticate =>
  async (request, count) => {
    const session = await sessionOfPhone(deps, request)
    if (session === null) throw unauthorized()
    count(session.id)
    if (request.method !== 'GET' && !isSameOrigin(request.headers, deps.config.baseUrl)) {
      throw new ApiError(403, 'This request does not come from the page of the identity check')
    }
    const { merchantId } = await clientOf(deps, session)
    return { kind: 'phone', id: session.id, merchantId, returnUrl: null }
  }
