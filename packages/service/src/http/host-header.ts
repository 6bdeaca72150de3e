import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Refuses HTTP/1.1 without a `Host` header (RFC 9112 §3.2) as any other bad request, where Node would answer with no body. */
export const requireHostHeader = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isMissing = headers.host === undefined && raw.httpVersion === '1.1'
    done(isMissing ? new ApiError(400, 'Send a Host header (RFC 9112 §3.2)') : undefined)
  })
}
