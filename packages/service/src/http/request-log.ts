import type { FastifyInstance } from 'fastify'

/** One line a request: the route's pattern rather than its address, which may carry a token. */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
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
