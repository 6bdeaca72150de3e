import type { OperationId } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toldOf } from './errors.ts'

/** Where a request has come to. */
export interface AnsweringRoute {
  /** The route's pattern rather than the address, which may carry a token; null where there is none. */
  readonly route: string | null
  readonly operation: OperationId | undefined
}

/** A request that has been answered, as logs and metrics tell of it. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  /** Who asked, where that is known. */
  readonly clientId: string | undefined
  /** Of a refusal: what the caller was told. */
  readonly errorMessage: string | undefined
}

/** Prepares once what is the same for all answers of a route. */
export type Observer = (route: AnsweringRoute) => (answered: Answered) => void

const answeredOf = (request: FastifyRequest, reply: FastifyReply, clientId: string | undefined): Answered => ({
  requestId: request.id,
  method: request.method,
  status: reply.statusCode,
  durationMs: reply.elapsedTime,
  clientId,
  errorMessage: reply.statusCode >= 400 ? toldOf(reply) : undefined,
})

/**
 * Tells the observers of every answer once it has been sent; of routes that are registered later, and of those that are missing.
 * @param clientIdOf names who asked.
 */
export const onAnswered = (
  app: FastifyInstance,
  observers: readonly Observer[],
  clientIdOf: (request: FastifyRequest) => string | undefined,
): void => {
  const hookFor = (route: AnsweringRoute) => {
    const observe = observers.map((observer) => observer(route))
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const answered = answeredOf(request, reply, clientIdOf(request))
      for (const each of observe) each(answered)
      done()
    }
  }
  app.addHook('onRoute', (options) => {
    const hook = hookFor({ route: options.url, operation: options.config?.operation })
    options.onResponse = [hook, ...[options.onResponse ?? []].flat()]
  })
  const missing = hookFor({ route: null, operation: undefined })
  app.addHook('onResponse', (request, reply, done) => (request.is404 ? missing(request, reply, done) : done()))
}
