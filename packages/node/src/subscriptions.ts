import type {
  Deliveries,
  Delivery,
  EventType,
  Subscription,
  SubscriptionCreate,
  SubscriptionPatch,
  TestResult,
} from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import type { Answer } from './answer.ts'
import type { Transport } from './transport.ts'

/** Which deliveries to read, newest first. */
export interface DeliveriesQuery {
  /** The `next_cursor` of the page before. */
  readonly cursor?: string | undefined
  /** 1 to 100, default 20. */
  readonly limit?: number | undefined
  readonly status?: Delivery['status'] | undefined
  readonly event_type?: EventType | undefined
}

/** Webhook subscriptions. Each call throws NotFoundError for an id that is not the merchant's. @see decisions.md §7 */
export interface Subscriptions {
  list(options?: CallOptions): Promise<Answer<Subscription[]>>
  /** @throws RateLimitError past the mode's number of enabled subscriptions. */
  create(input: SubscriptionCreate, options?: CallOptions): Promise<Answer<Subscription>>
  update(id: string, patch: SubscriptionPatch, options?: CallOptions): Promise<Answer<Subscription>>
  delete(id: string, options?: CallOptions): Promise<Answer<null>>
  /** Sends a test webhook and waits. @throws ServiceError (502) whose message names the class of the endpoint's failure. */
  test(id: string, options?: CallOptions): Promise<Answer<TestResult>>
  /** @throws RateLimitError past the mode's number of enabled subscriptions. */
  enable(id: string, options?: CallOptions): Promise<Answer<Subscription>>
  disable(id: string, options?: CallOptions): Promise<Answer<Subscription>>
  /** Gives a new signing key; the old one signs beside it for 24 hours. */
  rotateKey(id: string, options?: CallOptions): Promise<Answer<Subscription>>
  deliveries(id: string, query?: DeliveriesQuery, options?: CallOptions): Promise<Answer<Deliveries>>
  replayDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answer<Delivery>>
  /** Delivers again all that has not arrived since a time. */
  replay(id: string, since: Date, options?: CallOptions): Promise<Answer<{ replayed: number }>>
}

/** A test waits for the endpoint, which has 15 seconds. */
const TEST_TIMEOUT_MS = 20_000

/** @internal */
export const createSubscriptions = ({ send }: Transport): Subscriptions => ({
  list: (options) => send('listSubscriptions', {}, options),
  create: (input, options) => send('createSubscription', { body: input }, options),
  update: (id, patch, options) => send('updateSubscription', { params: { id }, body: patch }, options),
  delete: (id, options) => send('deleteSubscription', { params: { id } }, options),
  test: (id, options) => send('testSubscription', { params: { id } }, { timeoutMs: TEST_TIMEOUT_MS, ...options }),
  enable: (id, options) => send('enableSubscription', { params: { id } }, options),
  disable: (id, options) => send('disableSubscription', { params: { id } }, options),
  rotateKey: (id, options) => send('rotateSubscriptionKey', { params: { id } }, options),
  deliveries: (id, query, options) => send('listDeliveries', { params: { id }, query: { ...query } }, options),
  replayDelivery: (id, deliveryId, options) =>
    send('replayDelivery', { params: { id, delivery_id: deliveryId } }, options),
  replay: (id, since, options) =>
    send('replaySubscription', { params: { id }, query: { since: since.toISOString() } }, options),
})
