import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PREFIX,
  hostedPrefix,
  type SessionView,
  sessionViewSchema,
} from '@coinslot/contract'
import { exchange, type Sent } from './exchange.ts'
import { readWidgetData } from '../widget/widget-data.ts'

/** A buyer's way to the checkout API: one of its two mounts and what it is authorised by. */
export interface CheckoutApi {
  read(path: string): Promise<SessionView>
  post(path: string, body?: unknown): Promise<SessionView>
  put(path: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<SessionView>
}

const checkoutAt = (prefix: string, authority: Readonly<Record<string, string>>): CheckoutApi => {
  const send = async (path: string, sent: Sent): Promise<SessionView> => {
    const { status, text } = await exchange(prefix + path, { ...sent, headers: { ...authority, ...sent.headers } })
    if (status >= 300) throw new Error(`The checkout answered ${status} to ${path}: ${text}`)
    return sessionViewSchema.parse(JSON.parse(text).data)
  }
  return {
    read: (path) => send(path, {}),
    post: (path, body = {}) =>
      send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    put: (path, type, bytes) => send(path, { method: 'PUT', headers: { 'content-type': type }, body: bytes }),
  }
}

/** The session that a `widget_data` opens, as the widget's frame would. */
export const widgetCheckout = (widgetData: string): CheckoutApi => {
  const { access_token, base_url, client_id } = readWidgetData(widgetData)
  if (access_token === undefined) throw new Error('There is nothing to do here but to read a message')
  return checkoutAt(base_url + CHECKOUT_PREFIX, {
    authorization: `Bearer ${access_token}`,
    [CHECKOUT_CLIENT_HEADER]: client_id,
  })
}

/** The session that the first visit of a `redirect_url` opens, as a browser would. */
export const hostedCheckout = async (redirectUrl: string): Promise<CheckoutApi> => {
  const visit = await exchange(redirectUrl)
  const [cookie] = visit.cookies
  if (cookie === undefined) throw new Error(`The redirect was refused with ${visit.status}`)
  const url = new URL(redirectUrl)
  const intentId = url.pathname.split('/').at(-1) ?? ''
  const root = url.href.slice(0, url.href.indexOf(hostedPrefix(intentId)))
  return checkoutAt(root + hostedPrefix(intentId), {
    cookie: cookie.split(';')[0] ?? '',
    'sec-fetch-site': 'same-origin',
  })
}
