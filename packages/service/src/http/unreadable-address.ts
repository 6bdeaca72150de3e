import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { answerWith } from './errors.ts'
import { isBegun } from './pipelined.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { toApiError } from './to-api-error.ts'

const badAddress = (cause?: unknown): ApiError =>
  new ApiError(400, 'The address could not be read; encode it as UTF-8 without NUL (RFC 3986 §2.1)', { cause })

/** Answers what the router itself cannot read, such as `/%ff`, before any route or hook is known. */
export const answerUnreadableAddress = (
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if (!isBegun(request.raw, reply.raw)) return
  setSecurityHeaders(request, reply)
  void answerWith(reply, error.statusCode === 400 ? badAddress(error) : toApiError(error))
}

const NUL = '%00'

/** Refuses NUL, which no text of the database can hold, before anything looks for it: nothing has it in its path. */
export const refuseNulInAddress = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.raw
    if (!url.includes(NUL)) return done()
    const [path = '', ...query] = url.split('?')
    if (path.includes(NUL)) done(new ApiError(404, 'There is nothing at this address; compare it with the reference'))
    else done(query.some((part) => part.includes(NUL)) ? badAddress() : undefined)
  })
}

/** Answers requests that expect what is not known, where Node would answer 417 with no body (RFC 9110 §10.1.1 leaves it open). */
export const ignoreExpectations = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
