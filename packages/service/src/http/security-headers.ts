import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Headers of every answer; a route that serves a document sets its own policy, and caching where it allows it. */
export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('x-request-id', request.id).headers(HEADERS)
}

export const registerSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}
