import type { WebhookDeps } from '../webhooks/deps.ts'
import type { PaymentMetrics } from './metrics.ts'

export interface PaymentDeps extends WebhookDeps {
  readonly paymentMetrics: PaymentMetrics
}
