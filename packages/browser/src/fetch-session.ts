import { sessionError, type RefusedAnswer } from './errors.ts'
import type { SessionData } from './session-data.ts'

/**
 * Asks the merchant's backend for a session.
 * @throws data_unreachable
 */
export const fetchSession = async (url: string, body: unknown, signal: AbortSignal): Promise<SessionData> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
  const answer = await response.json().catch(() => {})
  if (response.ok) return answer?.data
  const { status } = response
  const cause: RefusedAnswer = { status, message: answer?.error?.message }
  throw sessionError('data_unreachable', `${url} ${status}`, cause)
}
