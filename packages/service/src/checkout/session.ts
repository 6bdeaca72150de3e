import { CHECKOUT_CLIENT_HEADER, uuidSchema } from '@coinslot/contract'
import type { FastifyRequest } from 'fastify'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { findKycSession } from '../kyc/session-store.ts'
import { findPayment } from '../payments/payment-store.ts'
import { readCookie } from '../http/cookies.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { HOSTED_COOKIE } from './hosted-cookie.ts'
import { isSessionOver } from './session-rules.ts'
import { readSessionToken } from '../auth/session-token.ts'

/** The buyer's session that a request belongs to. */
export interface CheckoutSession {
  /** `phone` is a KYC session on the phone that gives its documents, and may do nothing else. */
  readonly kind: 'payment' | 'kyc' | 'phone'
  /** The intent's id, or the KYC session's. */
  readonly id: string
  /** Whose buyer it is. */
  readonly merchantId: string
  /** Where the page leads back to; null in the widget. */
  readonly returnUrl: string | null
}

/**
 * Finds out whose session a request belongs to.
 * @param count is told the session's id, as soon as that is known for certain: what is refused then has cost nothing more.
 */
export type Authenticate = (request: FastifyRequest, count: (id: string) => void) => Promise<CheckoutSession>

const BEARER = /^Bearer +(\S+)$/i

export const unauthorized = (): ApiError => new ApiError(401, 'This session is not valid; start again from the shop')

/** What a token may open. */
interface Owner {
  readonly clientId: string
  readonly expiresAt: Date
}

/** @throws {ApiError} 401 where the session is over, or its client is disabled. */
export const clientOf = async (deps: CheckoutDeps, owner: Owner | null) => {
  const isOpen = owner !== null && !isSessionOver(owner.expiresAt, deps.clock.now())
  const client = isOpen ? await deps.clients.get(owner.clientId) : null
  if (!client || client.disabled) throw unauthorized()
  return client
}

/**
 * A session of the widget: the token of `widget_data`, sent by a document of the same client.
 * @throws {ApiError} 401 without a genuine token whose session is not over; 403 from another client's document, which other origins may frame.
 */
export const widgetSession =
  (deps: CheckoutDeps): Authenticate =>
  async ({ headers }, count) => {
    const token = readSessionToken(deps.secrets, BEARER.exec(headers.authorization ?? '')?.[1] ?? '')
    if (token?.kind !== 'pay' && token?.kind !== 'kyc') throw unauthorized()
    count(token.id)
    const owner = token.kind === 'pay' ? await findPayment(deps.db, token.id) : await findKycSession(deps.db, token.id)
    const client = await clientOf(deps, owner)
    if (headers[CHECKOUT_CLIENT_HEADER] !== client.id) {
      throw new ApiError(403, "This document is not the session's own")
    }
    const kind = token.kind === 'pay' ? 'payment' : 'kyc'
    return { kind, id: token.id, merchantId: client.merchantId, returnUrl: null }
  }

/**
 * A session of the hosted page: the cookie of its path. Requests that change something come from that page alone.
 * @throws {ApiError} 401 without the cookie; 403 from another origin.
 */
export const hostedSession =
  (deps: CheckoutDeps): Authenticate =>
  async (request, count) => {
    const { id } = request.params as { id: string }
    const token = readSessionToken(deps.secrets, readCookie(request.headers.cookie, HOSTED_COOKIE) ?? '')
    if (token?.kind !== 'hosted' || token.id !== id.toLowerCase() || !uuidSchema.safeParse(id).success) {
      throw unauthorized()
    }
    if (request.method !== 'GET' && !isSameOrigin(request.headers, deps.config.baseUrl)) {
      throw new ApiError(403, 'This request does not come from the payment page')
    }
    count(token.id)
    const client = await clientOf(deps, await findPayment(deps.db, token.id))
    return { kind: 'payment', id: token.id, merchantId: client.merchantId, returnUrl: client.returnUrl }
  }
