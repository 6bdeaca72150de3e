import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** The caller's request id when it is sane, else a new one. @see decisions.md §1 */
export const requestIdOf = (headers: IncomingHttpHeaders): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
}
