import { Counter, Gauge, type Registry } from 'prom-client'
import type { Platform } from '../platform/platform.ts'
import { readQueueDepth } from './queue-store.ts'

/** What operators read about deliveries at /metrics; the queue is measured whenever they do. */
export const createWebhookMetrics = (registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>) => ({
  queueDepth: new Gauge({
    name: 'coinslot_queue_depth',
    help: 'Webhook deliveries that have not ended: all that wait, and those that are due',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const { waiting, due } = await readQueueDepth(db, clock.now())
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'due' }, due)
    },
  }),
  attempts: new Counter({
    name: 'coinslot_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome: delivered, or the class of the failure',
    labelNames: ['outcome'] as const,
    registers: [registry],
  }),
})
export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>
