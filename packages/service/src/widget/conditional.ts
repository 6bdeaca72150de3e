import type { FastifyInstance } from 'fastify'

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)

/** Answers 304 where the caller already has what the route's `etag` names (RFC 9110 §13.1.2). */
export const registerConditional = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const etag = reply.getHeader('etag')
    if (typeof etag !== 'string' || reply.statusCode !== 200) return done(null, payload)
    if (!matches(request.headers['if-none-match'], etag)) return done(null, payload)
    reply.code(304).removeHeader('content-length').removeHeader('content-encoding')
    done(null, null)
  })
}
