import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

const LAST_GROUP_DIGITS = 12
/** Random for each process; what follows it is counted. */
const PREFIX = randomUUID().slice(0, -LAST_GROUP_DIGITS)
let made = 0

/** Shaped like a UUID and as unique; not a secret, and an eighth of the cost. */
const newRequestId = (): string => PREFIX + (made += 1).toString(16).padStart(LAST_GROUP_DIGITS, '0')

/** The caller's request id when it is sane, else a new one. @see decisions.md §1 */
export const requestIdOf = (headers: IncomingHttpHeaders): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newRequestId()
}

/** The last request with a body that a connection has begun to send. */
const arriving = new WeakMap<Socket, { readonly raw: IncomingMessage; readonly id: string }>()

/** Notes under which id a request arrives: the rest of it may not come. */
export const noteArriving = ({ raw, id }: { readonly raw: IncomingMessage; readonly id: string }): void => {
  if (raw.method !== 'GET') arriving.set(raw.socket, { raw, id })
}

/** The id of what a connection was sending when it could not be read any more: a new one, unless its headers had come. */
export const requestIdOfRest = (socket: Socket): string => {
  const begun = arriving.get(socket)
  return begun === undefined || begun.raw.complete ? newRequestId() : begun.id
}
