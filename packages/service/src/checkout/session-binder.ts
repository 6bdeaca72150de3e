import { type CheckoutProblem, sessionViewSchema } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CheckoutDeps } from './deps.ts'
import type { Authenticate, CheckoutSession } from './session.ts'
import type { SessionLimits } from './session-limits.ts'
import { sessionView } from './session-view.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes of a buyer's session. */
    checkoutSession: CheckoutSession | null
  }
}

/** What an action of the page does; it answers why the input was not taken, or null. */
type Act = (session: CheckoutSession, request: FastifyRequest) => Promise<CheckoutProblem | null>

/** Binds an action to its address. */
export type Bind = (method: 'GET' | 'POST' | 'PUT', url: string, act: Act) => void

/** One of the two places where sessions are held: the widget, and the hosted page. */
export interface Mount {
  readonly authenticate: Authenticate
  readonly limits: SessionLimits
}

/**
 * Binds actions of a session's page: each is authenticated and counted before its body is read, and answers with the
 * view that follows.
 */
export const sessionBinder =
  (scope: FastifyInstance, deps: CheckoutDeps, { authenticate, limits }: Mount): Bind =>
  (method, url, act) => {
    scope.route({
      method,
      url,
      onRequest: async (request) => {
        request.checkoutSession = await authenticate(request)
        limits.count(request.checkoutSession, url)
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
