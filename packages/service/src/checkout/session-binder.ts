import { CHECKOUT_PATHS, type CheckoutProblem, sessionViewSchema } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf } from '../db/behalf.ts'
import type { CheckoutDeps } from './deps.ts'
import type { Authenticate, CheckoutSession } from './session.ts'
import type { SessionLimits } from './session-limits.ts'
import { isFromSanctioned } from '../screening/country.ts'
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

/** One of the places where sessions are held: the widget, the hosted page, and the phone that gives documents. */
export interface Mount {
  readonly authenticate: Authenticate
  readonly limits: SessionLimits
}

/** What ends or leaves what has begun may be done from anywhere. */
const FROM_ANYWHERE: readonly string[] = [CHECKOUT_PATHS.challenge, CHECKOUT_PATHS.close]

/**
 * Binds actions of a session's page: each is authenticated and counted before its body is read, and answers with the
 * view that follows. From a sanctioned country nothing is begun, and the view asks for nothing.
 */
export const sessionBinder =
  (scope: FastifyInstance, deps: CheckoutDeps, { authenticate, limits }: Mount): Bind =>
  (method, url, act) => {
    scope.route({
      method,
      url,
      onRequest: async (request) => {
        request.checkoutSession = await authenticate(request, (id) => limits.count(id, url))
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const session = request.checkoutSession
        if (!session) throw new Error(`${url} was reached without a session`)
        const isRefused = isFromSanctioned(request, deps.config)
        const isDone = !isRefused || FROM_ANYWHERE.includes(url)
        const data = await onBehalfOf(session.merchantId, async () => {
          const problem = isDone ? await act(session, request) : null
          return sessionView(deps, session, { problem, isRefused })
        })
        reply.type('application/json; charset=utf-8')
        return reply.send(JSON.stringify({ data: sessionViewSchema.parse(data) }))
      },
    })
  }
