import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets nobody lose a connection on which nothing moves because the answer has not begun, as the file of a large list: that
 * takes as long as it takes. An answer that has begun, and that nobody takes, still ends its connection.
 */
export const waitForUnbegunAnswers = (app: FastifyInstance): void => {
  app.server.on('request', (_request: IncomingMessage, answer: ServerResponse) => {
    // While somebody listens, Node leaves it to them to end the connection.
    answer.on('timeout', (socket: Socket) => {
      if (answer.headersSent) socket.destroy()
    })
  })
}
