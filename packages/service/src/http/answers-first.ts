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

/** Whether the request that a connection was sending has its answer: it was refused before all of it came. */
export const isRefused = (socket: Socket): boolean => {
  const last = answers.get(socket)?.last
  return last !== undefined && !last.req.complete && last.headersSent
}

/** The last answer that a connection is still to be given, if any is: that to a request that came whole, or was refused. */
const lastToGive = (socket: Socket): ServerResponse | undefined => {
  const noted = answers.get(socket)
  return noted?.last.req.complete || noted?.last.headersSent ? noted.last : noted?.before
}

/** Reads on, so that it is noticed when the other side ends, and drops what comes: it was told that it is not taken. */
const dropWhatComes = (socket: Socket): void => {
  socket.removeAllListeners('data')
  // Node's parser lets go of a connection to which somebody else listens; not while it is paused, which nothing would end then.
  socket.once('resume', () => socket.on('data', () => undefined))
  socket.resume()
}

/**
 * Ends a connection with what it is told last: after the answers that it is still to be given, if any are under way. Whoever
 * does not end their side of it then is cut off after `lingerMs`.
 */
export const endAfterAnswers = (socket: Socket, told: string, lingerMs: number): void => {
  const end = () => {
    if (!socket.writable) return
    socket.end(told)
    dropWhatComes(socket)
    const cutOff = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(cutOff))
  }
  socket.pause()
  const answer = lastToGive(socket)
  if (answer === undefined || answer.writableFinished) end()
  else answer.once('close', end)
}
