import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

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
    queueDepth: new Gauge({
      name: 'coinslot_queue_depth',
      help: 'Deliveries and jobs waiting, by queue',
      labelNames: ['queue'] as const,
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

export const registerMetrics = (app: FastifyInstance, metrics: Metrics): void => {
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'other'
    metrics.requests.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}
