import type { WidgetData } from '@coinslot/contract/checkout'

/** What one init call opens. */
export interface WidgetSession {
  /** Address of the service that serves the frame, without a slash at its end. */
  readonly baseUrl: string
  readonly clientId: string | null
  readonly token: string | null
  readonly errorCode: string | null
  readonly paymentIntentId: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> => !!value && typeof value === 'object'
const textOrNull = (value: unknown): string | null => (value && typeof value === 'string' ? value : null)

/** The intent that the data is about, however broken it is otherwise. */
export const intentIdOf = (data: unknown): string | null =>
  isRecord(data) ? textOrNull(data['payment_intent_id']) : null

const readWidgetData = (text: string | null): Partial<WidgetData> => {
  if (text === null) return {}
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isRecord(data)) return data
  } catch {}
  throw new Error('data.widget_data cannot be read; pass on the string of the intent or KYC response unchanged')
}

/**
 * Reads the `data` object of an intent or KYC response.
 * @param scriptUrl the script's own address: its service serves the frame where `widget_data` names none.
 * @throws Error with a sentence for the developer's console where there is nothing to open.
 */
export const readSession = (data: unknown, scriptUrl: string): WidgetSession => {
  if (!isRecord(data)) throw new Error('data is missing; pass the whole data object of the intent or KYC response')
  const {
    base_url: baseUrl,
    client_id: clientId,
    access_token: token,
  } = readWidgetData(textOrNull(data['widget_data']))
  const errorCode = textOrNull(data['error_code'])
  if (!token && errorCode === null) {
    throw new Error('data has neither a session in widget_data nor an error_code; pass the whole data object')
  }
  const service = new URL(baseUrl ?? new URL('..', scriptUrl))
  if (!/^https?:$/.test(service.protocol)) throw new Error('data.widget_data names no http(s) address')
  return {
    baseUrl: service.href.replace(/\/+$/, ''),
    clientId: textOrNull(clientId),
    token: textOrNull(token),
    errorCode,
    paymentIntentId: intentIdOf(data),
  }
}
