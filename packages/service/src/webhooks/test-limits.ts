import { RateLimit, tooManyRequests } from '../http/rate-limit.ts'
import type { Clock } from '../platform/clock.ts'
import type { SubscriptionKey } from './subscription-store.ts'

const WINDOW_SECONDS = 60
const PER_SUBSCRIPTION = 10
const PER_MERCHANT = 20

/** How many tests one subscription, and all of one merchant, may send per minute and process: 10 and 20. */
export class TestLimits {
  readonly #bySubscription: RateLimit
  readonly #byMerchant: RateLimit

  constructor(clock: Clock) {
    this.#bySubscription = new RateLimit(PER_SUBSCRIPTION, WINDOW_SECONDS, clock)
    this.#byMerchant = new RateLimit(PER_MERCHANT, WINDOW_SECONDS, clock)
  }

  /**
   * Counts a test that is about to be sent; one that the limit of the merchant refuses leaves its subscription all that it may.
   * @throws {ApiError} 429 past either limit.
   */
  count({ id, merchantId }: SubscriptionKey): void {
    if (this.#byMerchant.isUsedUp(merchantId))
      throw tooManyRequests(this.#byMerchant.count(merchantId), 'Your subscriptions were tested often; wait a little')
    const ofSubscription = this.#bySubscription.count(id)
    if (ofSubscription.exceeded)
      throw tooManyRequests(ofSubscription, 'This subscription was tested often; wait a little')
    this.#byMerchant.count(merchantId)
  }
}
