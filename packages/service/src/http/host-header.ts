import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Refuses HTTP/1.1 without a `Host` header, and any request with two, in the service's own envelope (RFC 9112 §3.2). */
export const requireHostHeader = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isMissing = headers.host === undefined && raw.httpVersion === '1.1'
    const isRepeated = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1
    done(isMissing || isRepeated ? new ApiError(400, 'Send one Host header (RFC 9112 §3.2)') : undefined)
  })
}
