import type { AuthDeps } from '../auth/deps.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ReceiptMetrics } from './metrics.ts'

export interface ReceiptDeps extends AuthDeps {
  /** Mails receipts; null where no SMTP server is configured: then no address is kept. */
  readonly mailer: Mailer | null
  readonly receiptMetrics: ReceiptMetrics
}
