import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { messageWithCode } from '../db/error-code.ts'
import type { Logger } from '../platform/log.ts'
import { excerpt } from '../platform/excerpt.ts'
import { maskCards } from '../platform/mask-rules.ts'
import { endAfterAnswers, isRefused, noteAnswer } from './answers-first.ts'
import { ApiError } from './api-error.ts'
import { dropRest } from './drop-rest.ts'
import { noteArriving, requestIdOfRest } from './request-id.ts'
import { mayBeSlow } from './slow-body.ts'
import { toApiError } from './to-api-error.ts'

const CLIENT_ERRORS: Record<string, 400 | 408 | 431> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

const told = new WeakMap<FastifyReply, string>()
/** The message of the failure that a request was answered with. */
export const toldOf = (reply: FastifyReply): string | undefined => told.get(reply)

/** Answers with the envelope of a failure. */
export const answerWith = (reply: FastifyReply, error: ApiError) => {
  told.set(reply, error.message)
  return reply
    .code(error.status)
    .headers(error.headers)
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(error.toEnvelope())
}

/** Answers connections whose request cannot even be parsed, or does not arrive whole, and ends them within `lingerMs`. */
export const unreadableAnswerer =
  (log: Logger, lingerMs: number) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayBeSlow(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    // Another answer would be taken for that to the next request.
    if (isRefused(socket)) return endAfterAnswers(socket, '', lingerMs)
    const { status, message, envelope } = unreadable(CLIENT_ERRORS[error.code ?? ''] ?? 400)
    const requestId = requestIdOfRest(socket)
    log.info({ request_id: requestId, status }, 'request could not be read')
    endAfterAnswers(
      socket,
      `HTTP/1.1 ${status} ${message}\r\nconnection: close\r\nx-request-id: ${requestId}\r\n` +
        `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(envelope)}\r\n\r\n${envelope}`,
      lingerMs,
    )
  }

const unreadable = (statusCode: 400 | 408 | 431) => {
  const error = toApiError(Object.assign(new Error('unreadable'), { statusCode }))
  const body = error.toEnvelope()
  return { status: body.error.status, message: body.error.reason, envelope: JSON.stringify(body) }
}

/** Why the service cannot answer now, in one line: such refusals come in thousands. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof ApiError && error.cause !== undefined ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown'
  return maskCards(excerpt(messageWithCode(cause)))
}

/** Makes everything that fails an envelope. @see decisions.md §1 */
export const registerErrors = (app: FastifyInstance): void => {
  // No hook sees an address that the router cannot read.
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => noteAnswer(socket, answer))
  app.addHook('onRequest', (request, _reply, done) => {
    noteArriving(request)
    done()
  })
  app.setErrorHandler(async (error, request, reply) => {
    const failure = toApiError(error)
    if (failure.status === 503)
      request.log.warn({ request_id: request.id, reason: reasonOf(error) }, 'request refused for now')
    else if (failure.status >= 500 && !(error instanceof ApiError))
      request.log.error({ err: error, request_id: request.id }, 'request failed')
    if (failure.status === 413) await dropRest(request.raw)
    return answerWith(reply, failure)
  })
}
