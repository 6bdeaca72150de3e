import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends the connections on which no request has come once the application closes, such as browsers open ahead of need, or
 * half the head of one, and those on which all has been said, such as those whose request was refused before all of it came:
 * Node counts them among those with a request under way.
 */
export const endUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  let isClosing = false
  const noteUnused = (socket: Socket): void => void (isClosing ? socket.destroy() : unused.add(socket))
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('finish', () => noteUnused(socket))
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    unused.delete(request.socket)
    answer.once('finish', () => {
      if (!request.complete) noteUnused(request.socket)
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
}
