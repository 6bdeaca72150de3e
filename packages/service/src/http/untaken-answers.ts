import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends a connection on which nothing moves while it is being answered only where some of the answer waits to be taken. One whose
 * answer is still to come, as the file of a large list, or a live page without news, is still because of us.
 */
export const endOnlyUntakenAnswers = (app: FastifyInstance): void => {
  app.server.on('request', (_request: IncomingMessage, answer: ServerResponse) => {
    // While somebody listens, Node leaves it to them to end the connection.
    answer.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}
