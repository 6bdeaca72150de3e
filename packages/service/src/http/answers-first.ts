import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The answer to the last request that each connection has begun to send. */
const answers = new WeakMap<Socket, ServerResponse>()

/** Notes the answer to a request that arrives. */
export const noteAnswer = (socket: Socket, answer: ServerResponse): void => {
  answers.set(socket, answer)
}

/** Ends a connection with what it is told last: after the answers to requests that came whole, if any are under way. */
export const endAfterAnswers = (socket: Socket, told: string): void => {
  const end = () => socket.writable && socket.end(told)
  const answer = answers.get(socket)
  if (answer === undefined || !answer.req.complete || answer.writableFinished) end()
  else {
    socket.pause()
    answer.once('close', end)
  }
}
