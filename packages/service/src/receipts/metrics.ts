import { Counter, type Registry } from 'prom-client'

/** What operators read about mailed receipts at /metrics. */
export const createReceiptMetrics = (registry: Registry) => ({
  mails: new Counter({
    name: 'coinslot_receipt_mails_total',
    help: 'Tries to mail a receipt by outcome: sent, failed (to be tried again), refused (by the mailbox), given_up',
    labelNames: ['outcome'] as const,
    registers: [registry],
  }),
})
export type ReceiptMetrics = ReturnType<typeof createReceiptMetrics>
