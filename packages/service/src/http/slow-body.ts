import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** A file may take this many times as long as other requests, while some of it comes in each of those times. */
const FILE_TIMES = 10

/** Connections on which a file arrives. */
const slow = new WeakSet<Socket>()

/** Whether what arrives on a connection has more time than Node's server gives a request. */
export const mayBeSlow = (socket: Socket): boolean => slow.has(socket)

/** A body that may arrive slowly. */
export interface SlowBody {
  /**
   * Bytes that came in the last whole time that other requests have; null before the first is over, where some of it waits to
   * be taken up, and once all has come.
   */
  readonly lately: () => number | null
  /** Answers it with a 408 and ends its connection, unless all of it has come. */
  readonly cutOff: () => void
}

/** Lets a body arrive as slowly as a phone sends its photo: it is cut off where it halts, or takes far too long. */
export const letArriveSlowly = (server: Server, raw: IncomingMessage): SlowBody => {
  const { socket } = raw
  let times = 0
  let hasEnded = false
  let bytesSeen = socket.bytesRead
  let lately: number | null = null
  const timer = setInterval(() => {
    times += 1
    // What waits to be taken up keeps the rest from coming.
    lately = raw.readableLength > 0 ? null : socket.bytesRead - bytesSeen
    bytesSeen = socket.bytesRead
    if (lately === 0 || times === FILE_TIMES) cutOff()
  }, server.requestTimeout)
  const cutOff = (): void => {
    if (hasEnded) return
    end()
    const error = Object.assign(new Error('the file stopped arriving'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }
  const end = (): void => {
    hasEnded = true
    lately = null
    raw.off('end', end)
    raw.off('close', end)
    slow.delete(socket)
    clearInterval(timer)
  }
  slow.add(socket)
  raw.on('end', end)
  raw.on('close', end)
  return { lately: () => lately, cutOff }
}
