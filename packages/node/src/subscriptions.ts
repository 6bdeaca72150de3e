import type {
  Deliveries,
  Delivery,
  EventType,
  ReplayProgress,
  Subscription,
  SubscriptionCreate,
  SubscriptionPatch,
  TestResult,
} from '@coinslot/contract'
import type { Answer } from './answer.ts'
import type { CallOptions } from './client-options.ts'
import { invalidArgument } from './invalid-argument.ts'
import type { Transport } from './transport.ts'

/** A new webhook subscription. */
export interface SubscriptionInput extends Omit<SubscriptionCreate, 'event_types'> {
  /** Where webhooks are sent: https in production mode, and public unless the service allows private addresses. */
  readonly endpoint: string
  /** A note for people; default empty. */
  readonly description?: string | undefined
  /** Default `enabled`. At most 3 enabled ones per merchant in sandbox mode, 1 in production mode. */
  readonly status?: 'enabled' | 'disabled' | undefined
  /** The types of events that are delivered, at least one; default, or null, all of them. */
  readonly event_types?: readonly EventType[] | null | undefined
}

/** What changes of a subscription; a field that is absent stays as it is. */
export interface SubscriptionChanges extends Omit<SubscriptionPatch, 'event_types'> {
  readonly endpoint?: string | undefined
  readonly description?: string | undefined
  /** Null for all types. */
  readonly event_types?: readonly EventType[] | null | undefined
}

/** Which deliveries to read, newest first. */
export interface DeliveriesQuery {
  /** The `next_cursor` of the page before. */
  readonly cursor?: string | undefined
  /** 1 to 100, default 20. */
  readonly limit?: number | undefined
  readonly status?: Delivery['status'] | undefined
  readonly event_type?: EventType | undefined
}

/** What a replay has made due. */
export interface Replay {
  /** Deliveries that are due at once, of 1,000 events at most. */
  readonly replayed: number
  /** How far the rest has come, which goes on in the background; absent where there is none. */
  readonly replay?: ReplayProgress | undefined
}

/**
 * Webhook subscriptions. Each call but `list` and `create` throws a NotFoundError (`not_found`) for an id that is not
 * the merchant's.
 */
export interface Subscriptions {
  /** All of them, with their signing keys. */
  list(options?: CallOptions): Promise<Answer<Subscription[]>>
  /**
   * Makes a subscription; `data.signing_key` verifies its webhooks.
   * @throws {InvalidRequestError} `invalid_request`, for an endpoint that is not allowed or an unknown type of event.
   * @throws {RateLimitError} `rate_limited` past the mode's number of enabled subscriptions, and past 100 in all.
   */
  create(input: SubscriptionInput, options?: CallOptions): Promise<Answer<Subscription>>
  /** Changes a subscription, for deliveries from now on. */
  update(id: string, changes: SubscriptionChanges, options?: CallOptions): Promise<Answer<Subscription>>
  /** Deletes a subscription, and what was still to be delivered to it. */
  delete(id: string, options?: CallOptions): Promise<Answer<null>>
  /**
   * Sends a `webhook_test` event and waits for what the endpoint answers: `timeoutMs` is 20,000 unless the call gives it.
   * @throws {ServiceError} `service_error`, with status 502 and a message that names the class of the endpoint's failure.
   */
  test(id: string, options?: CallOptions): Promise<Answer<TestResult>>
  /** @throws {RateLimitError} `rate_limited` past the mode's number of enabled subscriptions. */
  enable(id: string, options?: CallOptions): Promise<Answer<Subscription>>
  /** Stops deliveries until it is enabled again. */
  disable(id: string, options?: CallOptions): Promise<Answer<Subscription>>
  /**
   * Gives a new signing key; the old one signs beside it for 24 hours.
   * @throws {RateLimitError} `rate_limited` after 9 rotations within 24 hours.
   */
  rotateKey(id: string, options?: CallOptions): Promise<Answer<Subscription>>
  /** What was delivered in the last 30 days, with the latest 100 attempts of each, newest first and by the page. */
  deliveries(id: string, query?: DeliveriesQuery, options?: CallOptions): Promise<Answer<Deliveries>>
  /** Delivers one event again. */
  replayDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answer<Delivery>>
  /** Delivers again every event since that time whose delivery has not succeeded. */
  replay(id: string, since: Date, options?: CallOptions): Promise<Answer<Replay>>
}

/** A test waits for the endpoint, which has 15 seconds. */
const TEST_TIMEOUT_MS = 20_000

const timestampOf = (since: Date): string => {
  const instant = new Date(since)
  if (!Number.isNaN(instant.getTime())) return instant.toISOString()
  throw invalidArgument('replaySubscription', 'since', 'must be a valid Date')
}

/** @internal */
export const createSubscriptions = ({ send }: Transport): Subscriptions => ({
  list: (options) => send('listSubscriptions', {}, options),
  create: (input, options) => send('createSubscription', { body: input }, options),
  update: (id, changes, options) => send('updateSubscription', { params: { id }, body: changes }, options),
  delete: (id, options) => send('deleteSubscription', { params: { id } }, options),
  test: (id, options) =>
    send('testSubscription', { params: { id } }, { ...options, timeoutMs: options?.timeoutMs ?? TEST_TIMEOUT_MS }),
  enable: (id, options) => send('enableSubscription', { params: { id } }, options),
  disable: (id, options) => send('disableSubscription', { params: { id } }, options),
  rotateKey: (id, options) => send('rotateSubscriptionKey', { params: { id } }, options),
  deliveries: (id, query, options) => send('listDeliveries', { params: { id }, query: { ...query } }, options),
  replayDelivery: (id, deliveryId, options) =>
    send('replayDelivery', { params: { id, delivery_id: deliveryId } }, options),
  replay: async (id, since, options) =>
    send('replaySubscription', { params: { id }, query: { since: timestampOf(since) } }, options),
})
