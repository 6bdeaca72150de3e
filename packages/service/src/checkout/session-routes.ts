import {
  challengeRequestSchema,
  CHECKOUT_PATHS,
  type CheckoutProblem,
  payRequestSchema,
  sessionViewSchema,
} from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { parsePart } from '../http/validation.ts'
import { finishChallenge } from './challenge.ts'
import { close } from './close.ts'
import { pay } from './pay.ts'
import type { Authenticate, CheckoutSession } from './session.ts'
import { sessionView } from './session-view.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes of a buyer's session. */
    checkoutSession: CheckoutSession | null
  }
}

/** What an action of the page does; it answers why the input was not taken, or null. */
export type Act = (session: CheckoutSession, request: FastifyRequest) => Promise<CheckoutProblem | null>

/** Binds actions of the session's page: each is authenticated before its body is read, and answers with the view that follows. */
export const sessionBinder =
  (scope: FastifyInstance, deps: Deps, authenticate: Authenticate) =>
  (method: 'GET' | 'POST' | 'PUT', url: string, act: Act): void => {
    scope.route({
      method,
      url,
      onRequest: async (request) => {
        request.checkoutSession = await authenticate(request)
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const session = request.checkoutSession
        if (!session) throw new Error(`${url} was reached without a session`)
        const data = await sessionView(deps, session, await act(session, request))
        reply.type('application/json; charset=utf-8')
        return reply.send(JSON.stringify({ data: sessionViewSchema.parse(data) }))
      },
    })
  }
export type Bind = ReturnType<typeof sessionBinder>

const paymentOf = ({ kind, id }: CheckoutSession): string => {
  if (kind === 'payment') return id
  throw new ApiError(404, 'This session has no payment')
}

/** The session itself, and its card payment. @see decisions.md §3 */
export const paymentActions = (bind: Bind, deps: Deps): void => {
  bind('GET', CHECKOUT_PATHS.session, async () => null)
  bind('POST', CHECKOUT_PATHS.pay, async (session, { body }) =>
    pay(deps, paymentOf(session), parsePart(payRequestSchema, body, 'body')),
  )
  bind('POST', CHECKOUT_PATHS.challenge, async (session, { body }) =>
    finishChallenge(deps, paymentOf(session), parsePart(challengeRequestSchema, body, 'body').challenge_id),
  )
  bind('POST', CHECKOUT_PATHS.close, async (session) => {
    if (session.kind === 'payment') await close(deps, session.id)
    return null
  })
}
