import type { OperationId } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'

/** A request that has been answered, as logs and metrics tell of it. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  /** The route's pattern rather than the address, which may carry a token; null where there is none. */
  readonly route: string | null
  readonly operation: OperationId | undefined
  readonly status: number
  readonly durationMs: number
  readonly clientId: string | undefined
}

/** Tells the observers of every answer once it has been sent. */
export const onAnswered = (app: FastifyInstance, observers: readonly ((answered: Answered) => void)[]): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions
    const answered: Answered = {
      requestId: request.id,
      method: request.method,
      route: url ?? null,
      operation: config.operation,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      clientId: request.principal?.clientId,
    }
    for (const observe of observers) observe(answered)
    done()
  })
}
