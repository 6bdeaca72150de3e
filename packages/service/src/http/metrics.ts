import type { FastifyInstance } from 'fastify'
import { Histogram, Registry } from 'prom-client'
import type { Observer } from './answered.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** What operators read at /metrics: one registry per application, in which other rooms put what they count. */
export const createMetrics = () => {
  const registry = new Registry()
  return {
    registry,
    requests: new Histogram({
      name: 'coinslot_request_seconds',
      help: 'Time to answer a request, by operation and status',
      labelNames: ['operation', 'status'] as const,
      buckets: BUCKETS_SECONDS,
      registers: [registry],
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

/** What Prometheus reads. */
export const metricsRoute = (app: FastifyInstance, { metrics: { registry } }: { readonly metrics: Metrics }): void => {
  let reading: Promise<string> | null = null
  // Much of it is asked of the database: whoever asks meanwhile shares the answer.
  const read = () => (reading ??= registry.metrics().finally(() => (reading = null)))
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await read()))
}
