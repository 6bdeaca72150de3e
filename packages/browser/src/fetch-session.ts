import { sessionError, type RefusedAnswer } from './errors.ts'
import type { SessionData } from './session-data.ts'

/**
 * Asks the merchant's backend for a session.
 * @throws data_unreachable
 */
export const fetchSession = async (url: string, body: unknown, signal: AbortSignal): Promise<SessionData> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  const answer = await response.json().catch(() => {})
  if (response.ok && answer?.data) return answer.data
  throw sessionError('data_unreachable', `${url} ${response.status}`, {
    status: response.status,
    message: answer?.error?.message,
  } satisfies RefusedAnswer)
}
