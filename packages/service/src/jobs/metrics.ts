import { Counter, type Registry } from 'prom-client'

/** What operators read about work beside requests at /metrics. */
export const createJobMetrics = (registry: Registry) => ({
  failedSweeps: new Counter({
    name: 'coinslot_failed_sweeps_total',
    help: 'Sweeps that failed and will be run again, by what they do',
    labelNames: ['sweep'] as const,
    registers: [registry],
  }),
})
export type JobMetrics = ReturnType<typeof createJobMetrics>
