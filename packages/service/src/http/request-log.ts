import type { Logger } from '../deps.ts'
import type { Observer } from './answered.ts'

/**
 * One line a request. It holds only the fields that are named here, so that it goes without the search for secrets that
 * other lines are put through.
 */
export const requestLog =
  (log: Logger): Observer =>
  ({ route, operation }) => {
    const lines = log.child({ route, operation }, { redact: [] })
    return ({ requestId, method, status, durationMs, clientId }) =>
      lines.info(
        {
          request_id: requestId,
          method,
          status,
          duration_ms: Math.round(durationMs * 100) / 100,
          client_id: clientId,
        },
        'request',
      )
  }
