import { uuidSchema } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onStrangersBehalf } from '../db/behalf.ts'
import { sha256 } from '../platform/secrets.ts'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { findPayment } from '../payments/payment-store.ts'
import { checkoutDocument } from '../widget/documents.ts'
import { readCookie } from '../http/cookies.ts'
import { looksAhead } from '../http/looks-ahead.ts'
import { acceptsHtml, PLAIN_PAGE_POLICY } from '../http/plain-page.ts'
import { HOSTED_COOKIE, hostedCookie } from './hosted-cookie.ts'
import { consumeRedirectToken } from '../payments/redirect-token-store.ts'
import { isSessionOver } from './session-rules.ts'
import { refusalPage } from './refusal-page.ts'
import type { RefusalStatus } from './refusal-words.ts'
import { readSessionToken, sessionToken } from '../auth/session-token.ts'

const MESSAGES: Record<RefusalStatus, string> = {
  401: 'This redirect URL has been used, or its time is up; create the intent again for a new one',
  404: 'There is no such payment intent',
}

const refuse = (request: FastifyRequest, reply: FastifyReply, status: RefusalStatus, needsCookies = false) => {
  if (!acceptsHtml(request)) throw new ApiError(status, MESSAGES[status])
  return reply
    .code(status)
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .header('vary', 'accept, accept-language')
    .type('text/html; charset=utf-8')
    .send(refusalPage(status, request.headers['accept-language'], needsCookies))
}

/** The buyer's browser arrives: `redirect_url`, and the hosted page that it leads to. @see decisions.md §4 */
export const visitRoutes = (app: FastifyInstance, deps: CheckoutDeps): void => {
  const { secrets } = deps

  const hasCookie = (request: FastifyRequest, intentId: string): boolean => {
    const token = readSessionToken(secrets, readCookie(request.headers.cookie, HOSTED_COOKIE) ?? '')
    return token?.kind === 'hosted' && token.id === intentId
  }

  const enter = async (request: FastifyRequest, reply: FastifyReply, intentId: string, token: string) => {
    const { baseUrl } = deps.config
    const redirectToken = { tokenHash: sha256(token), intentId }
    // A browser that looks ahead must not use the token up, nor be the one to have the session.
    const isIn = !looksAhead(request) && (await consumeRedirectToken(deps.db, redirectToken, deps.clock.now()))
    if (!isIn) return refuse(request, reply, 401)
    return reply
      .header('set-cookie', hostedCookie(baseUrl, intentId, sessionToken(secrets, 'hosted', intentId)))
      .redirect(`${baseUrl}/pay/${intentId}`, 303)
  }

  app.get('/pay/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const { redirect_token: token } = request.query as { redirect_token?: string | string[] }
    const intentId = id.toLowerCase()
    const find = () => findPayment(deps.db, intentId)
    const payment = uuidSchema.safeParse(id).success ? await onStrangersBehalf(find) : null
    if (payment?.mode !== 'redirect') return refuse(request, reply, 404)
    if (typeof token === 'string') return enter(request, reply, intentId, token)
    if (!hasCookie(request, intentId)) return refuse(request, reply, 401, true)
    if (isSessionOver(payment.expiresAt, deps.clock.now())) return refuse(request, reply, 401)
    if (!deps.widget) throw new ApiError(503, 'The payment page has not been built on this service')
    const { widget, config } = deps
    const profile = (await deps.clients.get(payment.clientId))?.profile ?? null
    const { html, headers } = checkoutDocument(widget, config.baseUrl, {
      merchant: profile,
      acceptLanguage: request.headers['accept-language'],
      acquirer: deps,
    })
    return reply.headers(headers).send(html)
  })
}
