import { CoinslotError, loadError, sessionError } from './errors.ts'
import { fromSource, type Source } from './from-source.ts'

/** The `data` object of an intent's or KYC session's answer, as the service gave it. Passed on unchanged, all of it. */
export interface SessionData {
  readonly widget_data: string | null
  readonly payment_intent_id?: string
  readonly flow?: string
  readonly error_code?: string | null
}

/** The data, a promise of it, or a function that asks the backend for it; its signal is aborted with the session. */
export type SessionDataSource = Source<SessionData, [signal: AbortSignal]>

/** @throws data_unreachable, data_invalid, offline */
export const readData = async (source: SessionDataSource, signal: AbortSignal): Promise<SessionData> => {
  let data
  try {
    data = await fromSource(source, signal)
  } catch (cause) {
    if (cause instanceof CoinslotError) throw cause
    throw navigator.onLine ? sessionError('data_unreachable', `${cause}`, cause) : loadError('offline', '', cause)
  }
  if (!data || !Object.hasOwn(data, 'widget_data')) throw sessionError('data_invalid')
  return data
}
