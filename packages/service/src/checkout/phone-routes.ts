import { CHECKOUT_PATHS, CHECKOUT_PHONE, CHECKOUT_PHONE_OPEN, phoneOpenRequestSchema } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { readSessionToken, sessionToken } from '../auth/session-token.ts'
import { ApiError } from '../http/api-error.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { parsePart } from '../http/validation.ts'
import { submitDocuments } from '../kyc/documents-step.ts'
import { openHandover } from '../kyc/handover-store.ts'
import { checkoutDocument } from '../widget/documents.ts'
import type { CheckoutDeps } from './deps.ts'
import { phoneCookie } from './phone-cookie.ts'
import { sessionOfPhone } from './phone-session.ts'
import { withPhoneWarning } from './phone-warning.ts'
import type { Bind } from './session-binder.ts'

/** What the phone may do: look, send the files (see `uploadAction`), send them off, and leave. */
export const phoneActions = (bind: Bind, deps: CheckoutDeps): void => {
  bind('POST', CHECKOUT_PATHS.session, async () => null)
  bind('GET', CHECKOUT_PATHS.session, async () => null)
  bind('POST', CHECKOUT_PATHS.kycSubmit, async ({ id }) => submitDocuments(deps, id))
  bind('POST', CHECKOUT_PATHS.close, async () => null)
}

/** A phone arrives by its link: the page, and the one opening of the link. */
export const phoneRoutes = (app: FastifyInstance, deps: CheckoutDeps): void => {
  const { secrets, config } = deps

  app.get(CHECKOUT_PHONE, async (request, reply) => {
    if (!deps.widget) throw new ApiError(503, 'The page has not been built on this service')
    const session = await sessionOfPhone(deps, request)
    const profile = session && ((await deps.clients.get(session.clientId))?.profile ?? null)
    const acceptLanguage = request.headers['accept-language']
    const { html, headers } = checkoutDocument(deps.widget, config.baseUrl, { merchant: profile, acceptLanguage })
    reply.headers({ ...headers, 'referrer-policy': 'no-referrer' })
    return reply.send(withPhoneWarning(html, acceptLanguage))
  })

  app.post(CHECKOUT_PHONE_OPEN, async (request, reply) => {
    if (!isSameOrigin(request.headers, config.baseUrl)) {
      throw new ApiError(403, 'This request does not come from the page of the link')
    }
    const given = readSessionToken(secrets, parsePart(phoneOpenRequestSchema, request.body, 'body').token)
    const isOpened = given?.kind === 'phone_link' && (await openHandover(deps.db, given.id, deps.clock.now()))
    if (!isOpened) throw new ApiError(401, 'This link has been used, or its time is up; make a new one where you began')
    const cookie = phoneCookie(config.baseUrl, sessionToken(secrets, 'phone', given.id))
    return reply.code(204).header('set-cookie', cookie).send()
  })
}
