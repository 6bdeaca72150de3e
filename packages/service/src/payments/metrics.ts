import { Counter, type Registry } from 'prom-client'

/** What operators read about intents at /metrics. */
export const createPaymentMetrics = (registry: Registry) => ({
  intents: new Counter({
    name: 'coinslot_intents_total',
    help: 'Requests for an intent, by mode and outcome',
    labelNames: ['mode', 'outcome'] as const,
    registers: [registry],
  }),
  payments: new Counter({
    name: 'coinslot_payments_total',
    help: 'Intents that became final, by status',
    labelNames: ['status'] as const,
    registers: [registry],
  }),
})
export type PaymentMetrics = ReturnType<typeof createPaymentMetrics>
