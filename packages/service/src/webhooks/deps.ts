import type { AuthDeps } from '../auth/deps.ts'
import type { DeliveryWake } from './delivery-wake.ts'
import type { WebhookMetrics } from './metrics.ts'
import type { SubscriptionTurns } from './subscription-turns.ts'
import type { TestLimits } from './test-limits.ts'

export interface WebhookDeps extends AuthDeps, DeliveryWake {
  readonly webhookMetrics: WebhookMetrics
  readonly subscriptionTurns: SubscriptionTurns
  readonly testLimits: TestLimits
}
