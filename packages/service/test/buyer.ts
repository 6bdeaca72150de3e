import { randomUUID } from 'node:crypto'
import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PATHS,
  CHECKOUT_PREFIX,
  type PayRequest,
  type SessionView,
  sessionViewSchema,
} from '@coinslot/contract'
import { sessionToken } from '../src/checkout/session-token.ts'
import type { Answer, TestRequest, TestService } from './harness.ts'

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
  send(path: string, request?: TestRequest): Promise<Answer>
  view(): Promise<SessionView>
  /** Posts to a session path and reads the view that follows. */
  act(path: string, body?: unknown): Promise<SessionView>
  pay(card?: Partial<PayRequest['card']>, attemptKey?: string): Promise<SessionView>
}

const buyerWith = (service: TestService, prefix: string, headers: Record<string, string>): Buyer => {
  const send = (path: string, request: TestRequest = {}) =>
    service.request(`${prefix}${path}`, { token: null, ...request, headers: { ...headers, ...request.headers } })
  const act = async (path: string, body: unknown = {}) => {
    const answer = await send(path, { method: 'POST', body })
    return answer.data(sessionViewSchema)
  }
  return {
    send,
    act,
    view: async () => (await send(CHECKOUT_PATHS.session)).data(sessionViewSchema),
    pay: (card = {}, attemptKey = randomUUID()) =>
      act(CHECKOUT_PATHS.pay, { attempt_key: attemptKey, card: testCard(card) }),
  }
}

/** The page in the widget's frame. */
export const widgetBuyer = (service: TestService, { token, clientId }: { token: string; clientId: string }): Buyer =>
  buyerWith(service, CHECKOUT_PREFIX, { authorization: `Bearer ${token}`, [CHECKOUT_CLIENT_HEADER]: clientId })

/** The hosted page, once it has been visited. */
export const hostedBuyer = (service: TestService, intentId: string): Buyer =>
  buyerWith(service, `/pay/${intentId}`, {
    cookie: `coinslot_pay=${sessionToken(service.deps.secrets, 'hosted', intentId)}`,
    'sec-fetch-site': 'same-origin',
  })
