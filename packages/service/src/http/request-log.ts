import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * One line a request: the route's pattern rather than its address, which may carry a token. It holds only the fields
 * that are named here, so that it goes without the search for secrets that other lines are put through.
 */
export const registerRequestLog = (app: FastifyInstance, { log }: Pick<Deps, 'log'>): void => {
  const line = log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    line.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        operation: request.routeOptions.config.operation,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        client_id: request.principal?.clientId,
      },
      'request',
    )
    done()
  })
}
