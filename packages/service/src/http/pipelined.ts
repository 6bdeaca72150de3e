import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies send the next request once they have been answered, some clients a few before. */
const MOST_UNDER_WAY = 32

const underWay = new WeakMap<Socket, Set<ServerResponse>>()

/**
 * Whether a request is begun. A connection on which more than 32 wait for their answers is ended, and what comes on it after that
 * is not begun: Node begins all that come, and twenty thousand that somebody sends in one moment (RFC 9112 §9.3.2) would keep
 * everybody else waiting.
 */
export const isBegun = ({ socket }: IncomingMessage, answer: ServerResponse): boolean => {
  const answers = underWay.get(socket) ?? new Set()
  underWay.set(socket, answers.add(answer))
  if (answers.size > MOST_UNDER_WAY) {
    socket.destroy()
    return false
  }
  answer.once('close', () => answers.delete(answer))
  return true
}

/** Begins no more requests of a connection than may be under way. */
export const boundPipelines = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw }, { raw: answer }, done) => {
    if (isBegun(raw, answer)) done()
  })
}
