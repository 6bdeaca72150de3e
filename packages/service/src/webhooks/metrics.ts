import { Counter, type Registry } from 'prom-client'
import { addMeasuredGauge } from '../http/measured-gauge.ts'
import type { Platform } from '../platform/platform.ts'
import { MOST_COUNTED, readOldestDue, readQueueDepth } from './queue-store.ts'

/** What operators read about deliveries at /metrics; the queue is measured whenever they do. */
export const createWebhookMetrics = (registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>) => {
  addMeasuredGauge(registry, {
    name: 'coinslot_queue_depth',
    help: `Webhook deliveries that have not ended: all that wait, and those that are due; counted up to ${MOST_COUNTED}`,
    labelNames: ['state'],
    measure: async () => {
      const { waiting, due } = await readQueueDepth(db, clock.now())
      return [
        { labels: { state: 'waiting' }, value: waiting },
        { labels: { state: 'due' }, value: due },
      ]
    },
  })
  addMeasuredGauge(registry, {
    name: 'coinslot_oldest_due_delivery_seconds',
    help: 'For how long the oldest webhook delivery to an enabled subscription has been due; 0 where none is',
    labelNames: [],
    measure: async () => {
      const now = clock.now()
      const dueSince = await readOldestDue(db)
      const seconds = dueSince === null ? 0 : Math.max(0, now.getTime() - dueSince.getTime()) / 1_000
      return [{ labels: {}, value: seconds }]
    },
  })
  return {
    attempts: new Counter({
      name: 'coinslot_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by outcome: delivered, or the class of the failure',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
  }
}
export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>
