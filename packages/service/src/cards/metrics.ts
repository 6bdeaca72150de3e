import type { Registry } from 'prom-client'
import { addMeasuredGauge } from '../http/measured-gauge.ts'
import type { Platform } from '../platform/platform.ts'
import { readOpenAttempts } from './unsettled-store.ts'

/** Adds what operators read about cards that are being tried at /metrics. */
export const addCardMetrics = (registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void => {
  let reading: ReturnType<typeof readOpenAttempts> | null = null
  // Both gauges are measured at once, by one look at the database.
  const read = () => (reading ??= readOpenAttempts(db, clock.now()).finally(() => (reading = null)))
  addMeasuredGauge(registry, {
    name: 'coinslot_open_attempts',
    help: 'Attempts to pay by card that have not ended, by status',
    labelNames: ['status'],
    measure: async () => (await read()).map(({ status, count }) => ({ labels: { status }, value: count })),
  })
  addMeasuredGauge(registry, {
    name: 'coinslot_open_attempt_age_seconds',
    help: 'Age of the oldest attempt to pay by card that has not ended, by status',
    labelNames: ['status'],
    measure: async () => (await read()).map(({ status, oldestSeconds: value }) => ({ labels: { status }, value })),
  })
}
