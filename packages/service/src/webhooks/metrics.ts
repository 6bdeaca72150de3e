import { Counter, type Registry } from 'prom-client'

/** What operators read about deliveries at /metrics. */
export const webhookMetrics = (registry: Registry) => ({
  attempts: new Counter({
    name: 'coinslot_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome: delivered, or the class of the failure',
    labelNames: ['outcome'] as const,
    registers: [registry],
  }),
})
