import { sessionError } from './errors.ts'
import type { SessionData } from './session-data.ts'

/**
 * Asks the merchant's backend for a session.
 * @throws data_unreachable
 */
export const fetchSession = async (url: string, body: unknown, signal: AbortSignal): Promise<SessionData> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
  if (!response.ok) throw sessionError('data_unreachable', `${url} ${response.status}`)
  const { data } = await response.json()
  return data
}
