import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Answers {
  /** To the last request that the connection has begun to send. */
  readonly last: ServerResponse
  /** To the one before it, which had come whole by then. */
  readonly before: ServerResponse | undefined
}

const answers = new WeakMap<Socket, Answers>()

/** Notes the answer to a request that arrives. */
export const noteAnswer = (socket: Socket, answer: ServerResponse): void => {
  answers.set(socket, { last: answer, before: answers.get(socket)?.last })
}

/** The answer to the last request that came whole on a connection, if any did. */
const lastToWhole = (socket: Socket): ServerResponse | undefined => {
  const noted = answers.get(socket)
  return noted?.last.req.complete ? noted.last : noted?.before
}

/** Ends a connection with what it is told last: after the answers to requests that came whole, if any are under way. */
export const endAfterAnswers = (socket: Socket, told: string): void => {
  const end = () => {
    if (!socket.writable) return
    socket.end(told)
    // Where nothing is read, nobody notices that the other side has ended, too.
    socket.resume()
  }
  const answer = lastToWhole(socket)
  if (answer === undefined || answer.writableFinished) end()
  else {
    socket.pause()
    answer.once('close', end)
  }
}
