import type { FastifyInstance } from 'fastify'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
}
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer; a route that serves a document sets its own policy, and caching where it allows it. */
export const registerSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value)
    reply.header('content-security-policy', API_POLICY)
    reply.header('cache-control', 'no-store')
  })
}
