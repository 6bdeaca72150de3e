import type { ClientRequest } from 'node:http'

/** More than a server has to say before its answer (RFC 9110 §15.2). */
const MOST_ANSWERS = 16

/** Tells of a server that gives informational answers (1xx) without end: they are read as they come, and are no body's bytes. */
export const boundInformation = (request: ClientRequest, onTooMany: () => void): void => {
  let answers = 0
  request.on('information', () => {
    answers += 1
    if (answers === MOST_ANSWERS + 1) onTooMany()
  })
}
