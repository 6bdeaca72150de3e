import {
  CSV_SUFFIX,
  DASHBOARD_API,
  DASHBOARD_LIMITS,
  type DashboardOperationId,
  type DashboardRoute,
  dashboardRoutes,
  LIVE_SUFFIX,
} from '@coinslot/contract/dashboard'
import {
  type DashboardAnswer,
  dashboardOperations,
  type DashboardSchemas,
} from '@coinslot/contract/dashboard-operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { onBehalfOf } from '../db/behalf.ts'
import { ApiError } from '../http/api-error.ts'
import { RateLimit, tooManyRequests } from '../http/rate-limit.ts'
import { fastifyPath } from '../http/route.ts'
import { parsePart } from '../http/validation.ts'
import { type Audited, audited } from './audited.ts'
import type { DashboardDeps } from './deps.ts'
import { sendCsv } from './csv.ts'
import { CsvPlaces } from './csv-places.ts'
import { SessionTurns } from './session-turns.ts'
import { LiveAnswers } from './live-answers.ts'
import { assertOwnAction, type DashboardSession, requireSession } from './session.ts'
import { merchantAsked } from './session-rules.ts'

type Operations = typeof dashboardOperations
type Parsed<Id extends DashboardOperationId, Name extends string> =
  Operations[Id] extends Record<Name, infer S extends z.ZodType> ? z.output<S> : undefined

/** What a handler is given: every part parsed, and whose session asks. */
export interface Call<Id extends DashboardOperationId> {
  readonly params: Parsed<Id, 'params'>
  readonly query: Parsed<Id, 'query'>
  readonly body: Parsed<Id, 'body'>
  readonly session: DashboardSession
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What an action has done, and what the audit log says of it. */
export interface Acted<Id extends DashboardOperationId> extends Audited {
  readonly data: DashboardAnswer<Id>
}

export const DONE = { done: true } as const

/** @throws {ApiError} 404, the same for what is not there and for what is another merchant's. */
export const notFound = (): ApiError => new ApiError(404, 'There is nothing like that here')

/** The merchant whose rows are asked for, null for everybody's. @throws {ApiError} 404 for another merchant's. */
export const merchantOf = ({ scope }: DashboardSession, asked: string | undefined): string | null => {
  const merchantId = merchantAsked(scope, asked)
  if (merchantId === undefined) throw notFound()
  return merchantId
}

/** The one merchant for whom something is made. @throws {ApiError} 400 where an operator names none, 404 for another's. */
export const oneMerchant = (session: DashboardSession, asked: string | undefined): string => {
  const merchantId = merchantOf(session, asked)
  if (merchantId === null) throw new ApiError(400, 'merchant: choose the merchant that this is for', { code: 'ERR02' })
  return merchantId
}

const parse = <Id extends DashboardOperationId>(
  id: Id,
  request: FastifyRequest,
  session: DashboardSession,
  reply: FastifyReply,
): Call<Id> => {
  const { params, query, body }: DashboardSchemas = dashboardOperations[id]
  return {
    params: params && parsePart(params, request.params, 'params'),
    query: query && parsePart(query, request.query, 'query'),
    body: body && parsePart(body, request.body ?? {}, 'body'),
    session,
    request,
    reply,
  } as Call<Id>
}

const urlOf = ({ path }: DashboardRoute): string => DASHBOARD_API + fastifyPath(path)

/** Binds the dashboard's operations: sessions, tokens against forged requests, validation, audit log, CSV and live answers come from it. */
export class DashboardBinder {
  readonly #app: FastifyInstance
  readonly #deps: DashboardDeps
  readonly #live: LiveAnswers
  readonly #csvPlaces = new CsvPlaces()
  readonly #turns = new SessionTurns()
  /** The audit log is kept for good, and grows by what sessions do. */
  readonly #acts: RateLimit

  constructor(app: FastifyInstance, deps: DashboardDeps, actionsPerMinute: number = DASHBOARD_LIMITS.actionsPerMinute) {
    this.#app = app
    this.#deps = deps
    this.#live = new LiveAnswers(deps)
    this.#acts = new RateLimit(actionsPerMinute, 60, deps.clock)
    app.addHook('preClose', async () => this.#live.endAll())
  }

  /** Binds what reads, with its CSV and its live form where it has them. */
  read<Id extends DashboardOperationId>(id: Id, handler: (call: Call<Id>) => Promise<DashboardAnswer<Id>>): void {
    const route: DashboardRoute = dashboardRoutes[id]
    if (!this.#exists(route)) return
    const look = (request: FastifyRequest, reply: FastifyReply, session: DashboardSession) =>
      onBehalfOf(session.scope.merchantId, async () => {
        const answer = await handler(parse(id, request, session, reply))
        return dashboardOperations[id].answer.parse(answer) as DashboardAnswer<Id>
      })
    const answer = (request: FastifyRequest, reply: FastifyReply, session: DashboardSession) =>
      this.#turns.during(session.name, () => look(request, reply, session))
    const admit = (request: FastifyRequest) => this.#admit(route, request)
    this.#app.get(urlOf(route), async (request, reply) => ({
      data: await answer(request, reply, await admit(request)),
    }))
    const { csv, liveMs } = route
    if (csv !== undefined) {
      this.#app.get(urlOf(route) + CSV_SUFFIX, async (request, reply) => {
        const session = await admit(request)
        // Its pages have one of the few turns that files have in all: they wait for nothing else that the session asks.
        return this.#csvPlaces.during(session.name, reply.raw, () =>
          sendCsv(request, reply, csv, async () => look(request, reply, await admit(request))),
        )
      })
    }
    if (liveMs !== undefined) {
      this.#app.get(urlOf(route) + LIVE_SUFFIX, async (request, reply) => {
        const session = await admit(request)
        const read = async () => answer(request, reply, await admit(request))
        return this.#live.serve(reply, session, { intervalMs: liveMs, read })
      })
    }
  }

  /** Binds what acts; every attempt with a session is written to the audit log, those that fail included. */
  act<Id extends DashboardOperationId>(id: Id, handler: (call: Call<Id>) => Promise<Acted<Id>>): void {
    const route: DashboardRoute = dashboardRoutes[id]
    if (!this.#exists(route)) return
    this.#app.post(urlOf(route), async (request, reply) => {
      const session = await this.#admit(route, request)
      assertOwnAction(this.#deps, request, session)
      const allowance = this.#acts.count(session.name)
      if (allowance.exceeded) throw tooManyRequests(allowance, 'This session does too much at once; wait a little')
      const entry = {
        at: this.#deps.clock.now(),
        merchant_id: session.scope.merchantId,
        actor: session.scope.role,
        session: session.name,
        action: id,
        subject: (request.params as { id?: string }).id ?? null,
      }
      const act = async () => {
        const acted = await handler(parse(id, request, session, reply))
        return { ...acted, data: dashboardOperations[id].answer.parse(acted.data) }
      }
      const { data } = await onBehalfOf(session.scope.merchantId, () => audited(this.#deps.db, entry, act))
      this.#live.lookAgain(session)
      return { data }
    })
  }

  #exists({ sandboxOnly }: DashboardRoute): boolean {
    return sandboxOnly !== true || this.#deps.config.mode === 'sandbox'
  }

  async #admit({ audience }: DashboardRoute, request: FastifyRequest): Promise<DashboardSession> {
    const session = await requireSession(this.#deps, request)
    if (audience === 'operator' && session.scope.role !== 'operator') throw notFound()
    return session
  }
}
