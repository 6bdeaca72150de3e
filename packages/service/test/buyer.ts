import { randomUUID } from 'node:crypto'
import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PATHS,
  CHECKOUT_PHONE,
  CHECKOUT_PREFIX,
  type PayRequest,
  type SessionView,
  sessionViewSchema,
} from '@coinslot/contract'
import { sessionToken } from '../src/auth/session-token.ts'
import type { TestAnswer, TestRequest, TestService } from './harness.ts'

export const testCard = (change: Partial<PayRequest['card']> = {}): PayRequest['card'] => ({
  number: '4111 1111 1111 1111',
  expiry_month: 12,
  expiry_year: 2028,
  security_code: '123',
  name: 'Ada Lovelace',
  ...change,
})

/** A buyer's page, in one of the two places where it may be shown. */
export interface Buyer {
  send(path: string, request?: TestRequest): Promise<TestAnswer>
  /** Enters at first, and only looks from then on. */
  view(): Promise<SessionView>
  /** Posts to a session path and reads the view that follows. */
  act(path: string, body?: unknown, signal?: AbortSignal): Promise<SessionView>
  /** What a press of Pay sends. */
  payRequest(card?: Partial<PayRequest['card']>, attemptKey?: string): PayRequest
  pay(card?: Partial<PayRequest['card']>, attemptKey?: string, signal?: AbortSignal): Promise<SessionView>
}

const buyerWith = (service: TestService, prefix: string, headers: Record<string, string>): Buyer => {
  const send = (path: string, request: TestRequest = {}) =>
    service.request(`${prefix}${path}`, { token: null, ...request, headers: { ...headers, ...request.headers } })
  const act = async (path: string, body: unknown = {}, signal?: AbortSignal) => {
    const answer = await send(path, { method: 'POST', body, ...(signal === undefined ? {} : { signal }) })
    return answer.data(sessionViewSchema)
  }
  const payRequest: Buyer['payRequest'] = (card = {}, attemptKey = randomUUID()) => ({
    attempt_key: attemptKey,
    card: testCard(card),
  })
  let hasEntered = false
  const enter = async () => {
    const view = await act(CHECKOUT_PATHS.session)
    hasEntered = true
    return view
  }
  return {
    send,
    act,
    view: async () => (hasEntered ? (await send(CHECKOUT_PATHS.session)).data(sessionViewSchema) : enter()),
    payRequest,
    pay: (card, attemptKey, signal) => act(CHECKOUT_PATHS.pay, payRequest(card, attemptKey), signal),
  }
}

/** The page in the widget's frame. */
export const widgetBuyer = (service: TestService, { token, clientId }: { token: string; clientId: string }): Buyer =>
  buyerWith(service, CHECKOUT_PREFIX, { authorization: `Bearer ${token}`, [CHECKOUT_CLIENT_HEADER]: clientId })

/** A phone with the cookie that its link gave it. */
export const phoneBuyer = (service: TestService, setCookie: string): Buyer =>
  buyerWith(service, CHECKOUT_PHONE, {
    cookie: setCookie.split(';')[0] ?? '',
    'sec-fetch-site': 'same-origin',
  })

/** The hosted page, once it has been visited. */
export const hostedBuyer = (service: TestService, intentId: string): Buyer =>
  buyerWith(service, `/pay/${intentId}`, {
    cookie: `coinslot_pay=${sessionToken(service.deps.secrets, 'hosted', intentId)}`,
    'sec-fetch-site': 'same-origin',
  })
