import { type ClientRequest, maxHeaderSize } from 'node:http'

/** More than a server has to say before its answer (RFC 9110 §15.2). */
const MOST_INFORMATIONAL = 16
/** Heads of these, of the answer itself, and what may follow its body. */
const HEADS_BYTES = (MOST_INFORMATIONAL + 2) * maxHeaderSize
/** A byte of a body that comes in a chunk of its own: `1\r\nx\r\n`. */
const BYTES_PER_BYTE = 6

/** Servers give some for later connections (RFC 8446 §4.6.1), most of them two; each is worked through, and is no byte of an answer. */
const MOST_TICKETS = 16

/**
 * Tells of a server that says more than an answer with a body of `maxBytes` can need: informational answers (1xx), blank
 * lines before one, zeros before and extensions behind a chunk's size, or TLS's session tickets. They are read as they come,
 * and are no body's bytes.
 */
export const boundAnswer = (request: ClientRequest, maxBytes: number, onTooMuch: () => void): void => {
  let informational = 0
  request.on('information', () => {
    informational += 1
    if (informational === MOST_INFORMATIONAL + 1) onTooMuch()
  })
  request.on('socket', (socket) => {
    let left = HEADS_BYTES + BYTES_PER_BYTE * maxBytes
    const count = (chunk: Buffer): void => {
      left -= chunk.length
      if (left < 0) onTooMuch()
    }
    let tickets = 0
    const countTicket = (): void => {
      tickets += 1
      if (tickets > MOST_TICKETS) onTooMuch()
    }
    socket.on('data', count).on('session', countTicket)
    // A kept connection has another request after this one.
    request.on('close', () => socket.off('data', count).off('session', countTicket))
  })
}
