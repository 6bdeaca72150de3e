import type { Subscription, TestResult } from '@coinslot/contract'
import type { WebhookDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { describeFailure } from './failure-class.ts'
import { eventBody, newEventId } from './outbox.ts'
import type { Sender } from './sender.ts'
import { signatureHeaders } from './signature.ts'
import { subscriptionNotFound } from './subscriptions.ts'
import { loadTargets } from './target-store.ts'

/**
 * Sends a `webhook_test` event once and waits for the answer; it is never retried.
 * @throws {ApiError} 400 where its signing key cannot be read; 404 where it was deleted meanwhile; 429 after too many tests; 502 naming the class of the failure, and nothing that the endpoint said. @see decisions.md §7
 */
export const sendTest = async (
  { db, secrets, clock, testLimits }: WebhookDeps,
  sender: Sender,
  subscription: Subscription,
  merchantId: string,
): Promise<TestResult> => {
  testLimits.count({ id: subscription.id, merchantId })
  const at = clock.now()
  const id = newEventId()
  const body = eventBody(id, { type: 'webhook_test', data: { subscription_id: subscription.id }, merchantId, at })
  const target = (await loadTargets(db, secrets, [{ id: subscription.id, merchantId }], at)).get(subscription.id)
  if (target === undefined) throw subscriptionNotFound()
  if (target.keys.length === 0)
    throw new ApiError(400, "The subscription's signing key cannot be read; rotate it, or ask who runs the service")
  const headers = signatureHeaders({ id, at, body }, target.keys)
  const { endpoint } = subscription
  const { failure, statusCode, durationMs } = await sender.send({ merchantId, endpoint, headers, body })
  if (failure === null) return { delivered: true, status_code: statusCode ?? 0, duration_ms: durationMs }
  throw new ApiError(502, `The test webhook was not delivered: ${describeFailure(failure, statusCode)}`)
}
