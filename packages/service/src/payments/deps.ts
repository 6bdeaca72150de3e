import type { PictureDeps } from '../pictures/deps.ts'
import type { ReceiptDeps } from '../receipts/deps.ts'
import type { WebhookDeps } from '../webhooks/deps.ts'
import type { PaymentMetrics } from './metrics.ts'
import type { Openings } from './openings.ts'

export interface PaymentDeps extends WebhookDeps, PictureDeps, ReceiptDeps {
  readonly paymentMetrics: PaymentMetrics
  readonly openings: Openings
}
