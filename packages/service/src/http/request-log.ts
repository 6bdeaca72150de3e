import type { Logger } from '../deps.ts'
import type { Answered } from './answered.ts'

/**
 * One line a request. It holds only the fields that are named here, so that it goes without the search for secrets that
 * other lines are put through.
 */
export const requestLog = (log: Logger): ((answered: Answered) => void) => {
  const lines = log.child({}, { redact: [] })
  return ({ requestId, method, route, operation, status, durationMs, clientId }) =>
    lines.info(
      {
        request_id: requestId,
        method,
        route,
        operation,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        client_id: clientId,
      },
      'request',
    )
}
