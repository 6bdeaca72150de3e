import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies send the next request once they have been answered, some clients a few before. */
const MOST_UNDER_WAY = 32

/**
 * Ends a connection on which more than 32 requests wait for their answers: Node begins all that come, and twenty thousand that
 * somebody sends in one moment (RFC 9112 §9.3.2) would keep everybody else waiting. What comes on it after that is not begun.
 */
export const boundPipelines = (app: FastifyInstance): void => {
  const underWay = new WeakMap<Socket, Set<ServerResponse>>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: answer }, done) => {
    const answers = underWay.get(socket) ?? new Set()
    underWay.set(socket, answers.add(answer))
    if (answers.size > MOST_UNDER_WAY) return void socket.destroy()
    answer.once('close', () => answers.delete(answer))
    done()
  })
}
