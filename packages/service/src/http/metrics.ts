import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/database.ts'
import type { Observer } from './answered.ts'
import { readQueueDepth } from '../webhooks/queue-store.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** What operators read at /metrics; one registry an application. */
export const createMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'coinslot_request_seconds',
      help: 'Time to answer a request, by operation and status',
      labelNames: ['operation', 'status'] as const,
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    intents: new Counter({
      name: 'coinslot_intents_total',
      help: 'Requests for an intent, by mode and outcome',
      labelNames: ['mode', 'outcome'] as const,
      registers,
    }),
    payments: new Counter({
      name: 'coinslot_payments_total',
      help: 'Intents that became final, by status',
      labelNames: ['status'] as const,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'coinslot_queue_depth',
      help: 'Webhook deliveries that have not ended: all that wait, and those that are due',
      labelNames: ['state'] as const,
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Counts every answer. */
export const countAnswers =
  ({ requests }: Metrics): Observer =>
  ({ operation = 'other' }) => {
    const series = new Map<number, { observe(seconds: number): void }>()
    return ({ status, durationMs }) => {
      const known = series.get(status) ?? requests.labels(operation, String(status))
      series.set(status, known)
      known.observe(durationMs / 1_000)
    }
  }

interface MetricsDeps {
  readonly metrics: Metrics
  readonly db: Database
  readonly clock: Clock
}

/** What Prometheus reads; the queue is measured when it asks. */
export const metricsRoute = (app: FastifyInstance, { metrics, db, clock }: MetricsDeps): void => {
  app.get('/metrics', async (_request, reply) => {
    const { waiting, due } = await readQueueDepth(db, clock.now())
    metrics.queueDepth.set({ state: 'waiting' }, waiting)
    metrics.queueDepth.set({ state: 'due' }, due)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
