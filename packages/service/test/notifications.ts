import {
  type Deliveries,
  deliveriesSchema,
  type Subscription,
  subscriptionSchema,
  type SubscriptionCreate,
  tokenSchema,
} from '@coinslot/contract'
import type { Answer, TestMerchant, TestService } from './harness.ts'

const PATH = '/notifications/v1/subscriptions'

/** One merchant at work with the notifications API. */
export interface Notifications {
  /** Sends a request below the subscriptions' path. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  create(fields: SubscriptionCreate): Promise<Subscription>
  deliveries(id: string, query?: string): Promise<Deliveries>
  /** Moves time on, and the merchant's token with it. */
  advance(ms: number): Promise<void>
}

export const notificationsOf = (service: TestService, merchant: TestMerchant): Notifications => {
  let { token } = merchant
  const call = (method: string, path: string, body?: unknown) =>
    service.request(`${PATH}${path}`, { method, token, ...(body === undefined ? {} : { body }) })
  return {
    call,
    create: async (fields) => (await call('POST', '', fields)).data(subscriptionSchema),
    deliveries: async (id, query = '') => (await call('GET', `/${id}/deliveries${query}`)).data(deliveriesSchema),
    advance: async (ms) => {
      service.clock.advance(ms)
      const credentials = { client_id: merchant.clientId, client_secret: merchant.clientSecret }
      const answer = await service.post('/auth/v1/oauth2/token', credentials, { token: null })
      token = answer.data(tokenSchema).access_token
    },
  }
}
