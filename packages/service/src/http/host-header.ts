import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Refuses HTTP/1.1 without a `Host` header, and more than one (RFC 9112 §3.2), as any other bad request, where Node would answer with no body, or take the first. */
export const requireHostHeader = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isMissing = headers.host === undefined && raw.httpVersion === '1.1'
    const isOne = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length < 2
    done(isMissing || !isOne ? new ApiError(400, 'Send one Host header (RFC 9112 §3.2)') : undefined)
  })
}
