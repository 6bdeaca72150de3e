import { poolUseOf } from '../db/pool-use.ts'
import type { Platform } from '../platform/platform.ts'
import { DatabaseClock } from '../platform/database-clock.ts'
import type { Registry } from 'prom-client'
import { addMeasuredGauge } from './measured-gauge.ts'

/** Adds what operators read about this process and its database at /metrics. */
export const addSaturation = (registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void => {
  addMeasuredGauge(registry, {
    name: 'coinslot_database_connections',
    help: 'Connections of this process to the database, by state; waiting: requests and jobs that wait for one',
    labelNames: ['state'],
    measure: async () => Object.entries(poolUseOf(db) ?? {}).map(([state, value]) => ({ labels: { state }, value })),
  })
  addMeasuredGauge(registry, {
    name: 'coinslot_clock_skew_seconds',
    help: "Seconds by which this machine's clock is ahead of the database's, which decides",
    labelNames: [],
    measure: async () => [{ labels: {}, value: clock instanceof DatabaseClock ? clock.skewMs / 1_000 : 0 }],
  })
}
