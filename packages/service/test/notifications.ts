import {
  type Deliveries,
  deliveriesSchema,
  type Subscription,
  subscriptionSchema,
  type SubscriptionCreate,
  tokenSchema,
} from '@coinslot/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type FaultEndpoint, startFaultEndpoint } from './fault-endpoint.ts'
import { type TestAnswer, startTestService, type TestMerchant, type TestService } from './harness.ts'

const PATH = '/notifications/v1/subscriptions'

/** One merchant at work with the notifications API. */
export interface Notifications {
  /** Sends a request below the subscriptions' path. */
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>
  create(fields: SubscriptionCreate): Promise<Subscription>
  deliveries(id: string, query?: string): Promise<Deliveries>
  /** Waits until so many are written down as delivered: what has arrived alone is sent again once its lease is over. */
  delivered(id: string, count: number): Promise<void>
  /** Moves time on, and the merchant's token with it, and has the workers look: one in the middle of a look has the time before. */
  advance(ms: number): Promise<void>
}

export const notificationsOf = (service: TestService, merchant: TestMerchant): Notifications => {
  let { token } = merchant
  const call = (method: string, path: string, body?: unknown) =>
    service.request(`${PATH}${path}`, { method, token, ...(body === undefined ? {} : { body }) })
  const deliveries = async (id: string, query = '') =>
    (await call('GET', `/${id}/deliveries${query}`)).data(deliveriesSchema)
  return {
    call,
    create: async (fields) => (await call('POST', '', fields)).data(subscriptionSchema),
    deliveries,
    delivered: (id, count) =>
      expect.poll(async () => (await deliveries(id, '?status=delivered')).deliveries.length).toBe(count),
    advance: async (ms) => {
      service.clock.advance(ms)
      for (const { deps } of service.services) deps.wakeDeliveries()
      const credentials = { client_id: merchant.clientId, client_secret: merchant.clientSecret }
      const answer = await service.post('/auth/v1/oauth2/token', credentials, { token: null })
      token = answer.data(tokenSchema).access_token
    },
  }
}

/** What a test of notifications works with: one service for the file, an endpoint and a merchant of its own for each test. */
export interface NotificationsFixture {
  readonly service: TestService
  readonly endpoint: FaultEndpoint
  readonly merchant: TestMerchant
  readonly notifications: Notifications
}

/** Set up and taken down by the hooks of the file that calls it; to be read within tests. */
export const notificationsFixture = (): NotificationsFixture => {
  const given = {} as { -readonly [Name in keyof NotificationsFixture]: NotificationsFixture[Name] }
  beforeAll(async () => {
    given.service = await startTestService()
  })
  afterAll(() => given.service.close())
  beforeEach(async () => {
    given.endpoint = await startFaultEndpoint()
    given.merchant = await given.service.createMerchant()
    given.notifications = notificationsOf(given.service, given.merchant)
  })
  afterEach(() => given.endpoint.close())
  return given
}
